import { useLoaderData } from 'react-router'
import { CoursePage, createCourseLoader } from '#web/catalog/course-page.tsx'
import { CourseOffer } from '#web/commerce/index.ts'

export { createCourseLoader }

/** The course page with commerce's offer in its slot. */
export function CourseDetail() {
  const { course } = useLoaderData<ReturnType<typeof createCourseLoader>>()
  return <CoursePage offer={<CourseOffer key={course._id} course={course} />} />
}
