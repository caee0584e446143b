import type { CourseForViewer } from '#contract/learning/learning.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import { listRelated } from '#web/catalog/course/list-related.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'

/** Courses to go on with after a finished one; nothing where there are none, or none could be loaded. */
export default function NextCourses({ course }: { course: CourseForViewer }) {
  const api = useApi()
  const courses = useRemoteAddition(course._id, async (signal) => {
    const { data } = await api.authenticated.learning.listEnrolledCourses(undefined, { signal })
    return listRelated(api, course, new Set(data.map(({ _id }) => _id)))
  })
  if (!courses?.length) return null
  return (
    <section aria-labelledby="kelas-berikutnya" className="wrap pb-12">
      <h2 id="kelas-berikutnya" className="mb-5 text-h2">
        Kelas lain yang mungkin cocok
      </h2>
      <ul className="cards">
        {courses.map((item) => (
          <li key={item._id}>
            <CourseCard course={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
