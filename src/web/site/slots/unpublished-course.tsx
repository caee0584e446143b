import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, useParams, useRouteError } from 'react-router'
import { failureStatus } from '#contract/client.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { CoursePage } from '#web/catalog/course/course-page.tsx'
import { CourseOffer } from '#web/commerce/index.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { RouteErrorPage } from '#web/site/error-pages.tsx'

// Loaded for those who may see a course that is not public.
const load = () => import('#web/catalog/course/unpublished-course-notice.tsx')
const UnpublishedCourseNotice = lazy(() => load().then((notice) => ({ default: notice.UnpublishedCourseNotice })))
const DraftOffer = lazy(() => load().then((notice) => ({ default: notice.DraftOffer })))

/** The server returns 404 for every course that is not public. A signed-in browser requests it again with its session. */
export function UnpublishedCourseOrError() {
  const error = useRouteError()
  const { courseId = '' } = useParams()
  const isHidden = isRouteErrorResponse(error) && error.status === 404
  const state = useHiddenCourse(courseId, isHidden)
  if (state === 'loading') {
    // Hidden for signed-in users until the response arrives, so that no error page flashes.
    return (
      <div className="in-data-signed-in:invisible">
        <RouteErrorPage />
      </div>
    )
  }
  if (state === null) return <RouteErrorPage />
  if ('retry' in state)
    return (
      <ErrorState
        isPage
        title="Kelas ini belum bisa dimuat"
        text="Sambungkan internet, lalu coba lagi."
        onRetry={state.retry}
      />
    )
  const { viewer } = state
  return (
    <Suspense fallback={null}>
      <CoursePage
        key={state._id}
        course={state}
        related={[]}
        isPublic={false}
        notice={<UnpublishedCourseNotice course={state} canEdit={viewer.canEdit} />}
        progress={viewer.progress}
        offer={viewer.enrolled ? <CourseOffer course={state} ownership="owned" isPublic={false} /> : <DraftOffer />}
      />
    </Suspense>
  )
}

function useHiddenCourse(
  courseId: string,
  isHidden: boolean,
): CourseForViewer | { retry: () => void } | 'loading' | null {
  const { authenticated } = useApi()
  const session = useSession()
  const key = isHidden && session.status === 'signed-in' ? `${session.session.token} ${courseId}` : null
  const course = useRemote(
    key,
    async (signal) => (await authenticated.learning.showCourse({ id: courseId }, { signal })).data,
  )
  if (!isHidden || session.status === 'signed-out') return null
  if (course.status !== 'failed') return course.data ?? 'loading'
  return failureStatus(course.error) === 404 ? null : { retry: course.reload }
}
