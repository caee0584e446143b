import type { CourseCard as Course } from '#contract/catalog/catalog.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import {
  ownedInsteadOfPrice,
  OwnedFailure,
  progressIn,
  useEnrolledCourses,
} from '#web/catalog/lists/enrolled-courses.tsx'

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
        <OwnedFailure enrolled={enrolled} />
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
