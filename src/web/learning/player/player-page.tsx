import type { ComponentType, ReactNode } from 'react'
import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { failureStatus } from '#contract/client.ts'
import type { CourseForViewer } from '#contract/learning.ts'
import { paths } from '#contract/paths.ts'
import { requireSession, type Api } from '#web/identity/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Player } from './player.tsx'

export const createPlayerLoader =
  (api: Api) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const { user } = await requireSession(api, request)
    try {
      return { course: (await api.mine.learning.showCourse({ id: params.courseId ?? '' })).data, user }
    } catch (error) {
      const status = failureStatus(error)
      // Not there, or not this visitor's to see: both are told alike.
      // oxlint-disable-next-line typescript/only-throw-error -- how a loader answers with a status
      if (status === 404) throw data('Course not found', { status })
      // The session ended meanwhile: sign in, then come back here.
      if (status === 401) await requireSession(api, request)
      throw error
    }
  }

type Props = {
  /** What stands in place of the lessons for whoever is not enrolled: buying is not this module's business. */
  Locked: ComponentType<{ courseId: string; title: string }>
  /** What else a student may do with the course, such as keeping it on this device. */
  Actions?: ComponentType<{ course: CourseForViewer }>
}

export function PlayerPage({ Locked, Actions }: Props) {
  const { course, user } = useLoaderData<ReturnType<typeof createPlayerLoader>>()
  return (
    <>
      <PageHead title={course.title} noIndex />
      {!course.viewer.enrolled ? (
        <Centered title={course.title}>
          <Locked courseId={course._id} title={course.title} />
        </Centered>
      ) : course.details.length === 0 ? (
        <Centered title={course.title}>
          <EmptyState title="No content available" text="Materi sedang disiapkan. Pantau lagi, ya.">
            {course.viewer.canEdit ? (
              <ButtonLink to={paths.adminContentCreate({ courseId: course._id })}>Add Content</ButtonLink>
            ) : (
              <ButtonLink to={paths.myCourses()} variant="outline">
                Kelas Saya
              </ButtonLink>
            )}
          </EmptyState>
        </Centered>
      ) : (
        // A new course starts from its own progress.
        <Player key={course._id} course={course} user={user} actions={Actions && <Actions course={course} />} />
      )}
    </>
  )
}

function Centered({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-[50vh] max-w-[640px] content-center justify-items-center gap-5 px-4 py-12 text-center">
      <h1 className="text-2xl font-extrabold text-balance">{title}</h1>
      {children}
    </div>
  )
}
