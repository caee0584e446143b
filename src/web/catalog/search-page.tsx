import Search from 'lucide-react/icons/search'
import type { ComponentType } from 'react'
import { Form, useLoaderData } from 'react-router'
import { formatCount } from '#contract/money.ts'
import { paths, patterns } from '#contract/paths.ts'
import type { SearchResults } from '#contract/site.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { CourseGrid } from './course-list.tsx'
import { ListHeading } from './list-heading.tsx'
import type { createSearchLoader } from './list-pages.ts'
import { PopularTopics } from './popular-topics.tsx'

type Props = {
  /** Shows the results of other modules (e-books, tips). */
  Others: ComponentType<Pick<SearchResults, 'ebooks' | 'tips'>>
}

export function SearchPage({ Others }: Props) {
  const { q, courses, ebooks, tips, categories } = useLoaderData<ReturnType<typeof createSearchLoader>>()
  const found = courses.length + ebooks.length + tips.length
  const title = q ? `Hasil untuk “${q}”` : 'Mau belajar apa hari ini?'
  return (
    <>
      <PageHead title={title} noIndex canonicalPath={paths.search({ q })} />
      <ListHeading title={title}>
        <p role="status">{q && `${formatCount(courses.length)} kelas · ${formatCount(ebooks.length)} e-book · ${formatCount(tips.length)} tips`}</p>
        <SearchField key={q} q={q} />
      </ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        <h2 className="sr-only">Kelas yang ditemukan</h2>
        {found > 0 ? (
          <>
            <CourseGrid courses={courses} />
            <Others ebooks={ebooks} tips={tips} />
          </>
        ) : (
          <EmptyState
            title={q ? `Tidak ada hasil untuk “${q}”.` : 'Tulis topik di kolom pencarian'}
            text={
              q
                ? 'Coba kata yang lebih pendek, atau jelajahi kategori.'
                : 'Misalnya “laravel”, “desain logo”, atau “belajar dari nol”. Bisa juga mulai dari topik populer.'
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
function SearchField({ q }: { q: string }) {
  return (
    <Form action={patterns.search} method="get" role="search" className="relative mt-5 flex gap-2 md:hidden">
      <label htmlFor="cari-lagi" className="sr-only">
        Kata pencarian
      </label>
      <input
        id="cari-lagi"
        type="search"
        name="q"
        required
        pattern=".*\S.*"
        maxLength={100}
        defaultValue={q}
        autoComplete="off"
        enterKeyHint="search"
        data-suggestions=""
        placeholder="Misalnya: laravel"
        className="h-12 min-w-0 flex-1 rounded-field border border-border bg-surface px-3.5"
      />
      <Button type="submit" className="h-12 w-12 px-0!">
        <Search className="size-5" />
        <span className="sr-only">Cari</span>
      </Button>
    </Form>
  )
}
