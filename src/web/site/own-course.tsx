import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useParams, useRouteError } from 'react-router'
import type { CourseForViewer } from '#contract/learning.ts'
import { CoursePage } from '#web/catalog/course-page.tsx'
import { DraftOffer, OwnCourseNotice } from '#web/catalog/own-course-notice.tsx'
import { CourseOffer } from '#web/commerce/index.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { RouteErrorPage } from './errors/error-pages.tsx'

/** A course that is not public is not found, for everyone alike. The browser of who may see it asks once more, with their session. */
export function OwnCourseOrError() {
  const error = useRouteError()
  const { courseId = '' } = useParams()
  const isHidden = isRouteErrorResponse(error) && error.status === 404
  const state = useHiddenCourse(courseId, isHidden)
  if (state === 'asking') {
    // Whoever is signed in waits for the answer rather than see one page turn into another.
    return (
      <div className="in-data-signed-in:invisible">
        <RouteErrorPage />
      </div>
    )
  }
  if (state === null) return <RouteErrorPage />
  const { viewer } = state
  return (
    <CoursePage
      course={state}
      related={[]}
      isPublic={false}
      notice={<OwnCourseNotice course={state} canEdit={viewer.canEdit} />}
      offer={viewer.enrolled ? <CourseOffer course={state} ownership="owned" /> : <DraftOffer />}
    />
  )
}

function useHiddenCourse(courseId: string, isHidden: boolean): CourseForViewer | 'asking' | null {
  const { mine } = useApi()
  const { status } = useSession()
  const [state, setState] = useState<CourseForViewer | 'asking' | null>(isHidden ? 'asking' : null)
  useEffect(() => {
    if (!isHidden || status === 'unknown') return
    if (status === 'signed-out') return setState(null)
    let left = false
    mine.learning.showCourse({ id: courseId }).then(
      ({ data }) => left || setState(data),
      () => left || setState(null),
    )
    return () => {
      left = true
    }
  }, [mine, courseId, isHidden, status])
  return state
}
