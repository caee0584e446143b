import type { CallOptions } from '#testing/api-call.ts'

/** Ids that the rows of the permission test name. */
export type ConversationWorld = Record<
  'courseId' | 'questionId' | 'answerId' | 'announcementId' | 'reportId' | 'reviewId',
  string
>
type World = ConversationWorld
type Row<Caller> = {
  owners: readonly Caller[]
  url: (world: World) => string
  body?: (world: World) => unknown
  form?: (world: World) => NonNullable<CallOptions['form']>
}

const always = (body: unknown) => () => body
const course = (rest: string) => ({ url: ({ courseId }: World) => `/courses/${courseId}${rest}` })
const question = (after = '') => ({ url: ({ questionId }: World) => `/questions/${questionId}${after}` })
const answer = (after = '') => ({ url: ({ answerId }: World) => `/answers/${answerId}${after}` })
const announcement = { url: ({ announcementId }: World) => `/announcements/${announcementId}` }
const report = (decision: string) => ({ url: ({ reportId }: World) => `/admin/reports/${reportId}/${decision}` })
const reply = {
  url: ({ courseId, reviewId }: World) => `/courses/${courseId}/reviews/${reviewId}/reply`,
  body: () => ({ text: 'Terima kasih' }),
}
const bothWays = <Caller>(path: string, row: Row<Caller>) => ({ [`PUT ${path}`]: row, [`DELETE ${path}`]: row })

type Callers<Caller> = Record<'inCourse' | 'mayEdit' | 'mayTeach' | 'asker' | 'answerer', readonly Caller[]>

/** Who may make the calls of questions, answers, announcements and reports of a course. */
export const conversationRows = <Caller>({
  inCourse,
  mayEdit,
  mayTeach,
  asker,
  answerer,
}: Callers<Caller>): Record<string, Row<Caller>> => ({
  'GET /courses/{id}/questions': { owners: inCourse, ...course('/questions') },
  'GET /courses/{id}/questions/similar': { owners: inCourse, ...course('/questions/similar?title=Kenapa%20begitu') },
  'POST /courses/{id}/questions': {
    owners: inCourse,
    ...course('/questions'),
    body: always({ title: 'Kenapa?', text: 'Begitu' }),
  },
  'POST /courses/{id}/questions/preview': {
    owners: inCourse,
    ...course('/questions/preview'),
    body: always({ text: '**Begitu**' }),
  },
  'POST /courses/{id}/questions/pictures': {
    owners: inCourse,
    ...course('/questions/pictures'),
    form: () => ({ image: new File(['x'], 'a.png') }),
  },
  'GET /questions/{id}': { owners: inCourse, ...question() },
  'PATCH /questions/{id}': { owners: asker, ...question(), body: always({ text: 'Begini' }) },
  'DELETE /questions/{id}': { owners: inCourse, ...question() },
  'POST /questions/{id}/answers': { owners: inCourse, ...question('/answers'), body: always({ text: 'Begini' }) },
  'PUT /questions/{id}/accepted': {
    owners: inCourse,
    ...question('/accepted'),
    body: ({ answerId }) => ({ answerId }),
  },
  'PATCH /answers/{id}': { owners: answerer, ...answer(), body: always({ text: 'Begini' }) },
  'DELETE /answers/{id}': { owners: mayTeach, ...answer() },
  ...bothWays('/questions/{id}/vote', { owners: inCourse, ...question('/vote') }),
  ...bothWays('/answers/{id}/vote', { owners: inCourse, ...answer('/vote') }),
  'GET /courses/{id}/announcements': { owners: inCourse, ...course('/announcements') },
  'POST /courses/{id}/announcements': {
    owners: mayEdit,
    ...course('/announcements'),
    body: always({ title: 'Halo', text: 'Semua' }),
  },
  'GET /announcements/{id}': { owners: inCourse, ...announcement },
  'PATCH /announcements/{id}': { owners: mayEdit, ...announcement, body: always({ title: 'Halo lagi' }) },
  'DELETE /announcements/{id}': { owners: mayEdit, ...announcement },
  ...Object.fromEntries(
    ['hide', 'restore', 'dismiss'].map((decision) => [
      `POST /admin/reports/{id}/${decision}`,
      { owners: mayTeach, ...report(decision) },
    ]),
  ),
  ...bothWays('/admin/reports/{id}/author-block', { owners: mayTeach, ...report('author-block') }),
  ...bothWays('/courses/{id}/reviews/{reviewId}/reply', { owners: mayEdit, ...reply }),
})
