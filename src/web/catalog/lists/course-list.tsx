import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import type { Category, CourseCard as Course } from '#contract/catalog/catalog.ts'
import { formatCount } from '#contract/kit/money.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { ownedInsteadOfPrice, OwnedFailure, useEnrolledCourses } from './enrolled-courses.tsx'
import { CourseCard, CourseCardSkeleton } from '#web/catalog/course-card.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel, filterPanelId, SortField, TitleSearch } from './filter-form.tsx'
import { useGroupLabels } from '#web/catalog/group-labels.ts'
import { appliedFilters, coursesPerPage, withFilter } from './filters.ts'
import { TopicList } from './topic-list.tsx'
import { useFilters } from './use-filters.ts'

type Props = {
  courses: Course[]
  total: number
  /** The server's message about them. */
  note: string | undefined
  categories: Category[]
  searchPlaceholder: string
  /** Shown when no course matches. */
  empty: ReactNode
  /** The slug of the category page. The path selects the category, so the form has no field for it. */
  currentCategory?: string
  /** The sale page: every course is discounted, and cards show the saving. */
  isSale?: boolean
}

/** A list of courses with filters, search, sorting and pagination. */
export function CourseList({
  courses,
  total,
  note,
  categories,
  searchPlaceholder,
  empty,
  currentCategory,
  isSale = false,
}: Props) {
  const { filters, apply, isUpdating, hrefFor } = useFilters()
  const categoryName = (slug: string) => categories.find((category) => category.slug === slug)?.name ?? slug
  const appliedCount = appliedFilters(filters, categoryName, useGroupLabels()).length
  return (
    <div className="wrap gap-10 pb-16 xl:grid xl:grid-cols-[15.5rem_minmax(0,1fr)] xl:pb-24">
      <aside aria-label="Filter kelas" className="contents xl:block">
        <FilterPanel filters={filters} apply={apply} total={total} withGroup={!currentCategory} withPromo={!isSale} />
        <TopicList categories={categories} current={currentCategory} />
      </aside>
      <div className="@container min-w-0">
        <TitleSearch filters={filters} apply={apply} placeholder={searchPlaceholder} />
        <div className="mt-4">
          <FilterChips filters={filters} hrefFor={hrefFor} categoryName={categoryName} withPromo={!isSale} />
        </div>
        {/* With large text on a phone it would cover the cards. */}
        <div className="top-14 z-10 -mx-4 max-xl:@min-[17.5rem]:sticky mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 bg-bg px-4 py-2.5 md:-mx-6 md:px-6 xl:mx-0 xl:px-0">
          <p role="status" className="mr-auto text-sm whitespace-nowrap text-ink-2">
            <strong className="font-bold text-ink">{formatCount(total)}</strong> kelas
          </p>
          <button
            type="button"
            popoverTarget={filterPanelId}
            className="inline-flex h-11 items-center gap-2 rounded-button border border-border bg-surface px-3.5 text-sm font-semibold whitespace-nowrap hover:border-ink-2 xl:hidden"
          >
            <SlidersHorizontal className="size-4.5" />
            Filter{appliedCount > 0 && ` (${appliedCount})`}
          </button>
          <SortField filters={filters} apply={apply} />
        </div>
        <p role="status">{note}</p>
        <h2 className="sr-only">Daftar kelas</h2>
        <div aria-busy={isUpdating} className={classNames('mt-3 soft delay-100', isUpdating && 'opacity-55')}>
          {courses.length > 0 ? (
            <CourseGrid courses={courses} showSaving={isSale} />
          ) : isUpdating ? (
            <CourseGridSkeleton />
          ) : (
            empty
          )}
          <Pagination
            page={filters.page ?? 1}
            pageCount={Math.ceil(total / coursesPerPage)}
            hrefFor={(page) => hrefFor({ ...withFilter(filters, {}), ...(page > 1 && { page }) })}
          />
        </div>
      </div>
    </div>
  )
}

const grid = 'cards'

export function CourseGrid({ courses, showSaving = false }: { courses: Course[]; showSaving?: boolean }) {
  const enrolled = useEnrolledCourses()
  return (
    <>
      <OwnedFailure enrolled={enrolled} />
      <ul className={grid}>
        {courses.map((course, index) => (
          <li key={course._id}>
            <CourseCard
              course={course}
              eager={index < 3}
              showSaving={showSaving}
              price={ownedInsteadOfPrice(enrolled, course._id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shown while a list that was empty loads. */
function CourseGridSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Memuat…
      </p>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <CourseCardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}
