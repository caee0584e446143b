import { useLoaderData } from 'react-router'
import { CoursePage, createCourseLoader } from '#web/catalog/course-page.tsx'
import { CourseOffer } from '#web/commerce/index.ts'
import { MyReview } from '#web/learning/my-review.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { paths } from '#contract/paths.ts'
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
      bottomBar={enrolled && <GoOn courseId={course._id} percent={state.viewer.progress?.percent ?? 0} />}
      ownReview={
        enrolled && <MyReview key={state.viewer.review?.createdAt ?? course._id} courseId={course._id} review={state.viewer.review} onChanged={state.reload} />
      }
    />
  )
}

/** Whoever owns the course goes on learning where others join. */
function GoOn({ courseId, percent }: { courseId: string; percent: number }) {
  return (
    <>
      <ButtonLink to={paths.player({ courseId })} variant="buy" size="lg" className="order-2 md:order-none">
        Lanjut Belajar
      </ButtonLink>
      <div className="min-w-0 flex-1 text-sm font-semibold tabular-nums md:max-w-52">
        <p className="mb-1.5">{percent}% selesai</p>
        <ProgressBar percent={percent} label="Progresmu" />
      </div>
    </>
  )
}
