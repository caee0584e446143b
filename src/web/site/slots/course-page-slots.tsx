import { lazy, Suspense, useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Review } from '#contract/learning/learning.ts'
import { CoursePage, createCourseLoader as createOwnLoader } from '#web/catalog/course/course-page.tsx'
import { CourseOffer } from '#web/commerce/index.ts'
import { BundlesOfCourse } from '#web/commerce/bundles-of-course.tsx'
import { useApi, useSession, type Api } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import { useCourseViewer } from '#web/learning/use-course-viewer.ts'
import type * as StudentParts from './course-student.tsx'

/** The course, and the bundles with it. Their call is loaded where this runs: on the server, and after a click. */
export const createCourseLoader = (api: Api) => {
  const own = createOwnLoader(api)
  return async (call: LoaderFunctionArgs) => {
    const [data, { loadBundlesOfCourse }] = await Promise.all([
      own(call),
      import('#web/commerce/load-bundles-of-course.ts'),
    ])
    return { ...data, bundles: await loadBundlesOfCourse(api, data.course._id) }
  }
}

export { UnpublishedCourseOrError } from './unpublished-course.tsx'

type Parts = typeof StudentParts

/** For students of the course only. Without these parts, the page is still complete. */
const studentPart = <Name extends keyof Parts>(name: Name) =>
  lazy(() =>
    import('./course-student.tsx').then(
      (parts) => ({ default: parts[name] }),
      () => ({ default: (() => null) as unknown as Parts[Name] }),
    ),
  )
const MyReview = studentPart('MyReview')
const QuestionsSection = studentPart('QuestionsSection')
const ContinueLearning = studentPart('ContinueLearning')

const reviewPart = () => import('#web/conversation/review-actions.tsx')
const ReviewActions = lazy(reviewPart)

/** The course page with the offer of the commerce module and the review form of the learning module. */
export function CourseDetail() {
  const data = useLoaderData<ReturnType<typeof createCourseLoader>>()
  // Nothing that was opened, played or typed at one course goes on at the next.
  return <Detail key={data.course._id} {...data} />
}

function Detail({ course, related, bundles }: Awaited<ReturnType<ReturnType<typeof createCourseLoader>>>) {
  const viewerState = useCourseViewer(course._id)
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.session.user._id : null
  const api = useApi()
  const votesKey = userId !== null && course.reviews.length > 0 ? `${userId} ${course._id}` : null
  const votes = useRemoteAddition(votesKey, async (signal) =>
    (await reviewPart()).loadReviewVotes(api, course._id, signal),
  )
  const [amountIdr, setAmountIdr] = useState<number | null>(null)
  const viewer = viewerState.status === 'known' ? viewerState.viewer : null
  const percent = viewer?.progress?.percent ?? 0
  const ownership = viewer?.enrolled
    ? 'owned'
    : viewer?.isInstructor
      ? 'teaching'
      : viewerState.status === 'unknown' || viewerState.status === 'failed'
        ? viewerState.status
        : 'not-owned'
  const reviewActions =
    votes &&
    ((review: Review) =>
      // The own review is changed in its form.
      review.createdAt === viewer?.review?.createdAt ? undefined : (
        <Suspense fallback={null}>
          <ReviewActions courseId={course._id} review={review} hasVoted={votes.has(review._id)} />
        </Suspense>
      ))
  return (
    <CoursePage
      course={course}
      related={related}
      offer={
        <CourseOffer
          course={course}
          ownership={ownership}
          onRetry={viewerState.reload}
          percent={percent}
          onAmount={setAmountIdr}
          bundles={viewer?.enrolled ? null : <BundlesOfCourse bundles={bundles} />}
        />
      }
      amountIdr={amountIdr}
      bottomBar={
        viewer?.enrolled && (
          <Suspense fallback={null}>
            <ContinueLearning courseId={course._id} percent={percent} />
          </Suspense>
        )
      }
      progress={viewer?.progress}
      questions={
        (viewer?.enrolled || viewer?.canEdit) &&
        userId && (
          <Suspense fallback={null}>
            <QuestionsSection courseId={course._id} lessonId={null} userId={userId} video={null} />
          </Suspense>
        )
      }
      reviewActions={reviewActions}
      ownReview={
        viewer?.canReview && (
          <Suspense fallback={null}>
            <MyReview
              courseId={course._id}
              review={viewer.review}
              showsName={viewer.showsName}
              onChanged={viewerState.reload}
            />
          </Suspense>
        )
      }
    />
  )
}
