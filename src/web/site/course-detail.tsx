import { lazy, Suspense, useState, type ComponentProps, type ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import { CoursePage, createCourseLoader } from '#web/catalog/course-page.tsx'
import { CourseOffer } from '#web/commerce/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { paths } from '#contract/paths.ts'
import type { MyReview as MyReviewForm } from '#web/learning/my-review.tsx'
import { useCourseViewer } from '#web/learning/use-course-viewer.ts'

export { createCourseLoader }
export { UnpublishedCourseOrError } from './unpublished-course.tsx'

// For students of the course only. Without it, the page is still complete.
const MyReview = lazy<ComponentType<ComponentProps<typeof MyReviewForm>>>(() =>
  import('#web/learning/my-review.tsx').then(
    (review) => ({ default: review.MyReview }),
    () => ({ default: () => null }),
  ),
)

/** The course page with the offer of the commerce module and the review form of the learning module. */
export function CourseDetail() {
  const { course, related } = useLoaderData<ReturnType<typeof createCourseLoader>>()
  const viewerState = useCourseViewer(course._id)
  const [amountIdr, setAmountIdr] = useState<number | null>(null)
  const viewer = viewerState.status === 'known' ? viewerState.viewer : null
  const ownership = viewer?.enrolled ? 'owned' : viewer?.isInstructor ? 'teaching' : viewerState.status === 'unknown' ? 'unknown' : 'not-owned'
  return (
    <CoursePage
      course={course}
      related={related}
      offer={<CourseOffer key={course._id} course={course} ownership={ownership} onAmount={setAmountIdr} />}
      amountIdr={amountIdr}
      bottomBar={viewer?.enrolled && <ContinueLearning courseId={course._id} percent={viewer.progress?.percent ?? 0} />}
      progress={viewer?.progress}
      ownReview={
        viewer?.canReview && (
          <Suspense fallback={null}>
            <MyReview key={viewer.review?.createdAt ?? course._id} courseId={course._id} review={viewer.review} onChanged={viewerState.reload} />
          </Suspense>
        )
      }
    />
  )
}

/** Replaces the join button for enrolled students. */
function ContinueLearning({ courseId, percent }: { courseId: string; percent: number }) {
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
