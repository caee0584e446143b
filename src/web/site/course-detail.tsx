import { useLoaderData } from 'react-router'
import { CoursePage, createCourseLoader } from '#web/catalog/course-page.tsx'
import { CourseOffer } from '#web/commerce/index.ts'
import { MyReview } from '#web/learning/my-review.tsx'
import { useCourseViewer } from '#web/learning/use-course-viewer.ts'

export { createCourseLoader }
export { OwnCourseOrError } from './own-course.tsx'

/** The course page with commerce's offer and learning's review form in its slots. */
export function CourseDetail() {
  const { course, related } = useLoaderData<ReturnType<typeof createCourseLoader>>()
  const state = useCourseViewer(course._id)
  const enrolled = state.status === 'known' && state.viewer.enrolled
  const ownership = enrolled ? 'owned' : state.status === 'unknown' ? 'unknown' : 'not-owned'
  return (
    <CoursePage
      course={course}
      related={related}
      offer={<CourseOffer key={course._id} course={course} ownership={ownership} />}
      ownReview={
        enrolled && <MyReview key={state.viewer.review?.createdAt ?? course._id} courseId={course._id} review={state.viewer.review} onChanged={state.reload} />
      }
    />
  )
}
