import Search from 'lucide-react/icons/search'
import { useEffect, useRef, type ComponentType } from 'react'
import { Form, Link, useLoaderData, useLocation } from 'react-router'
import { formatCount } from '#contract/kit/money.ts'
import { paths, patterns } from '#contract/kit/paths.ts'
import type { SearchResults } from '#contract/site/site.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { SearchField } from '#web/kit/ui/lists/search-field.tsx'
import { CourseGrid } from './course-list.tsx'
import { ListHeading } from './list-heading.tsx'
import type { createSearchLoader } from './list-pages.ts'
import { PopularTopics } from './popular-topics.tsx'

type Props = {
  /** Shows the results of other modules (e-books, tips). */
  Others: ComponentType<Pick<SearchResults, 'ebooks' | 'tips'>>
  Instructors: ComponentType<Pick<SearchResults, 'instructors'>>
}

export function SearchPage({ Others, Instructors }: Props) {
  const {
    q,
    pages,
    paths: learningPaths,
    instructors,
    courses,
    ebooks,
    tips,
    note,
    categories,
  } = useLoaderData<ReturnType<typeof createSearchLoader>>()
  const found = pages.length + learningPaths.length + instructors.length + courses.length + ebooks.length + tips.length
  const title = q ? `Hasil untuk “${q}”` : 'Mau belajar apa hari ini?'
  return (
    <>
      <PageHead title={title} noIndex canonicalPath={paths.search({ q })} />
      <ListHeading title={title}>
        <p role="status">
          {q &&
            `${formatCount(courses.length)} kelas · ${formatCount(ebooks.length)} e-book · ${formatCount(tips.length)} tips`}
        </p>
        <p role="status">{note}</p>
        <PhoneSearch key={q} q={q} />
      </ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        <h2 className="sr-only">Kelas yang ditemukan</h2>
        {found > 0 ? (
          <>
            {pages.length > 0 && (
              <ul aria-label="Halaman" className="mb-8 flex flex-wrap gap-3">
                {pages.map(({ title: page, path }) => (
                  <li key={path}>
                    <ButtonLink to={path} variant="outline">
                      <span className="min-w-0 whitespace-normal wrap-anywhere">{page}</span>
                    </ButtonLink>
                  </li>
                ))}
              </ul>
            )}
            <Instructors instructors={instructors} />
            {learningPaths.length > 0 && (
              <ul aria-label="Jalur belajar" className="mb-8 grid gap-3 md:grid-cols-2">
                {learningPaths.map(({ _id, slug, title: name, tagline }) => (
                  <li key={_id} className="relative rounded-card border border-line bg-surface p-4">
                    <p className="text-xs font-semibold text-nila">Jalur belajar</p>
                    <Link
                      to={paths.learningPath({ slug })}
                      className="font-bold wrap-anywhere after:absolute after:inset-0 hover:underline"
                    >
                      {name}
                    </Link>
                    {tagline && <p className="text-sm wrap-anywhere text-ink-2">{tagline}</p>}
                  </li>
                ))}
              </ul>
            )}
            <CourseGrid courses={courses} />
            <Others ebooks={ebooks} tips={tips} />
          </>
        ) : (
          <EmptyState
            title={q ? `Tidak ada hasil untuk “${q}”.` : 'Tulis topik di kolom pencarian'}
            text={
              q
                ? 'Coba kata yang lebih pendek, atau jelajahi kategori.'
                : 'Misalnya judul kelas, nama instruktur, atau “belajar dari nol”. Bisa juga mulai dari topik populer.'
            }
          >
            <PopularTopics categories={categories} />
          </EmptyState>
        )}
      </div>
    </>
  )
}

/** The search field of small screens, whose header only links here. The shell adds the suggestions. */
function PhoneSearch({ q }: { q: string }) {
  // Who pressed the icon of the header wants to type.
  const { state } = useLocation() as { state: { types?: boolean } | null }
  const field = useRef<HTMLInputElement>(null)
  const types = state?.types ?? false
  // After the page has focused its heading, as it does after each navigation.
  useEffect(() => {
    if (!types) return
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [types])
  return (
    <Form action={patterns.search} method="get" role="search" className="relative mt-5 flex gap-2 md:hidden">
      <SearchField
        id="cari-lagi"
        label="Kata pencarian"
        ref={field}
        required
        pattern=".*\S.*"
        defaultValue={q}
        data-suggestions=""
        placeholder="Kelas, e-book, atau tips"
      />
      <Button type="submit" className="h-12 w-12 px-0!">
        <Search className="size-5" />
        <span className="sr-only">Cari</span>
      </Button>
    </Form>
  )
}
