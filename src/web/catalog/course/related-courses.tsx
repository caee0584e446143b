import type { CourseCard as Course } from '#contract/catalog/catalog.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import type { Api } from '#web/identity/index.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import { ownedInsteadOfPrice, progressIn, useEnrolledCourses } from '#web/catalog/lists/enrolled-courses.tsx'

const shown = 3

/**
 * Courses of the same category first, among them those of the same level, then the most popular ones. A failure shows the page
 * without them.
 */
export async function listRelated(api: Api, course: CourseOverview): Promise<Course[]> {
  try {
    const [similar, popular] = await Promise.all([
      course.category.slug
        ? api.anonymous.catalog.listCourses({ category: course.category.slug, sort: 'popular', limit: shown + 1 })
        : { data: [] },
      api.anonymous.catalog.listCourses({ sort: 'popular', limit: shown * 2 + 1 }),
    ])
    const sameLevelFirst = similar.data.toSorted(
      (a, b) => Number(b.levels === course.levels) - Number(a.levels === course.levels),
    )
    const found = new Map([...sameLevelFirst, ...popular.data].map((item) => [item._id, item]))
    found.delete(course._id)
    return [...found.values()].slice(0, shown)
  } catch {
    return []
  }
}

/** Without courses that this student finished: they are not replaced, because each further card costs bytes of the page for everyone. */
export function RelatedCourses({ courses }: { courses: Course[] }) {
  const enrolled = useEnrolledCourses()
  const open = courses.filter(({ _id }) => progressIn(enrolled, _id) !== 100)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="kelas-terkait" className="border-t border-line bg-sunken">
      <div className="wrap section">
        <h2 id="kelas-terkait" className="mb-6 text-h2">
          Kelas lain yang mungkin cocok
        </h2>
        <ul className="cards">
          {open.map((item) => (
            <li key={item._id} className="md:max-lg:nth-3:hidden">
              <CourseCard course={item} price={ownedInsteadOfPrice(enrolled, item._id)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
