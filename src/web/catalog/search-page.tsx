import { useLoaderData } from 'react-router'
import { paths } from '#contract/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { CourseGrid } from './course-list.tsx'
import { ListHeading } from './list-heading.tsx'
import type { createSearchLoader, Loaded } from './list-pages.ts'
import { formatCount } from './numbers.ts'
import { PopularTopics } from './popular-topics.tsx'

export function SearchPage() {
  const { q, courses, ebooks, tips, categories } = useLoaderData<Loaded<typeof createSearchLoader>>()
  const found = courses.length + ebooks.length + tips.length
  const title = q ? `Hasil untuk “${q}”` : 'Mau belajar apa hari ini?'
  return (
    <>
      <PageHead title={title} noIndex canonicalPath={paths.search({ q })} />
      <ListHeading title={title}>
        {q && (
          <p role="status">
            {formatCount(courses.length)} kelas · {formatCount(ebooks.length)} e-book · {formatCount(tips.length)} tips
          </p>
        )}
      </ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        {found > 0 ? (
          <CourseGrid courses={courses} />
        ) : (
          <EmptyState
            title={q ? `Tidak ada hasil untuk “${q}”.` : 'Tulis topik di kolom pencarian'}
            text={q ? 'Coba kata yang lebih pendek, atau jelajahi kategori.' : 'Misalnya “laravel”, “desain logo”, atau “belajar dari nol”. Bisa juga mulai dari topik populer.'}
          >
            <PopularTopics categories={categories} />
          </EmptyState>
        )}
      </div>
    </>
  )
}
