import type { ComponentType, ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, requireSession, type Api, type PageKind } from '#web/identity/index.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import type { QuestionCountSlot, QuestionsSlot, TaskTypes } from './lesson.tsx'
import { Player } from './player.tsx'

const playerPage: PageKind<Session> = {
  guard: requireSession,
  async errorPage({ status }, api, request) {
    // The session has ended: redirects to sign-in and back.
    if (status === 401) await requireSession(api, request)
    // A missing course and one that this user may not see get the same response.
    return status === 404 ? { status, message: 'Course not found' } : null
  },
}

export const createPlayerLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, playerPage, async ({ user }) => ({
      course: (await api.authenticated.learning.showCourse({ id: params.courseId ?? '' })).data,
      user,
    }))

type Props = {
  /** Shown instead of the lessons to users who are not enrolled. A slot, because this module must not import commerce. */
  Locked: ComponentType<{ courseId: string; title: string }>
  /** Quizzes and assignments. Slots, because their module is above this one. */
  tasks: TaskTypes
  /** Questions and answers of a lesson. */
  Questions?: QuestionsSlot
  QuestionCount?: QuestionCountSlot
  /** More actions for the course, such as saving it offline. */
  Actions?: ComponentType<{ course: CourseForViewer }>
}

export function PlayerPage({ Locked, tasks, Questions, QuestionCount, Actions }: Props) {
  const { course, user } = useLoaderData<ReturnType<typeof createPlayerLoader>>()
  return (
    <>
      {/* A lesson sets its own title. */}
      {(!course.viewer.enrolled || course.details.length === 0) && <PageHead title={course.title} noIndex />}
      {!course.viewer.enrolled ? (
        <Centered title={course.title}>
          <Locked courseId={course._id} title={course.title} />
        </Centered>
      ) : course.details.length === 0 ? (
        <Centered title={course.title}>
          <EmptyState title="No content available" text="Materi sedang disiapkan. Pantau lagi, ya.">
            {course.viewer.canEdit ? (
              <ButtonLink to={paths.adminLessonCreate({ courseId: course._id })}>Add Content</ButtonLink>
            ) : (
              <ButtonLink to={paths.myCourses()} variant="outline">
                Kelas Saya
              </ButtonLink>
            )}
          </EmptyState>
        </Centered>
      ) : (
        // The key resets the state when another course opens.
        <Player
          key={course._id}
          course={course}
          user={user}
          tasks={tasks}
          Questions={Questions}
          QuestionCount={QuestionCount}
          actions={Actions && <Actions course={course} />}
        />
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
