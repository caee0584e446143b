import type { CallOptions } from '#testing/api-call.ts'

/** Ids that the rows of the permission test name. */
type World = Record<'courseId' | 'quizId' | 'attemptId' | 'assignmentId' | 'submissionId' | 'fileId', string>
type Row<Caller> = {
  owners: readonly Caller[]
  url: (world: World) => string
  body?: (world: World) => unknown
  form?: (world: World) => NonNullable<CallOptions['form']>
}

const quiz = (after: string) => ({
  url: ({ courseId, quizId }: World) => `/courses/${courseId}/content/${quizId}${after}`,
})
const assignment = (after: string) => ({
  url: ({ courseId, assignmentId }: World) => `/courses/${courseId}/content/${assignmentId}${after}`,
})
const attempt = (after = '') => ({ url: ({ attemptId }: World) => `/attempts/${attemptId}${after}` })
const always = (value: unknown) => () => value

/** Who may make the calls of quizzes and assignments of a course. */
export const assessmentRows = <Caller>({
  student,
  mayEdit,
  mayTeach,
}: Record<'student' | 'mayEdit' | 'mayTeach', readonly Caller[]>): Record<string, Row<Caller>> => ({
  'GET /courses/{id}/content/{contentId}/quiz': { owners: mayTeach, ...quiz('/quiz') },
  'PUT /courses/{id}/content/{contentId}/quiz': {
    owners: mayEdit,
    ...quiz('/quiz'),
    body: always({ version: 1, settings: {}, questions: [] }),
  },
  'GET /courses/{id}/content/{contentId}/gift': { owners: mayTeach, ...quiz('/gift') },
  'POST /courses/{id}/content/{contentId}/gift': {
    owners: mayEdit,
    ...quiz('/gift'),
    form: () => ({ file: new File(['Bumi bulat {T}'], 'kuis.txt') }),
  },
  'POST /courses/{id}/content/{contentId}/rescore': { owners: mayEdit, ...quiz('/rescore') },
  'GET /courses/{id}/content/{contentId}/results': { owners: mayEdit, ...quiz('/results') },
  'GET /courses/{id}/content/{contentId}/results/export': { owners: mayEdit, ...quiz('/results/export') },
  'GET /courses/{id}/content/{contentId}/results/questions': { owners: mayEdit, ...quiz('/results/questions') },
  'GET /courses/{id}/content/{contentId}/attempts': { owners: student, ...quiz('/attempts') },
  'POST /courses/{id}/content/{contentId}/attempts': { owners: student, ...quiz('/attempts') },
  'GET /attempts/{id}': { owners: student, ...attempt() },
  'PUT /attempts/{id}/answers': { owners: student, ...attempt('/answers'), body: always({ answers: {}, seq: 1 }) },
  'POST /attempts/{id}/submit': { owners: student, ...attempt('/submit') },

  'GET /courses/{id}/content/{contentId}/assignment': { owners: mayTeach, ...assignment('/assignment') },
  'PUT /courses/{id}/content/{contentId}/assignment': {
    owners: mayEdit,
    ...assignment('/assignment'),
    body: always({ version: 0 }),
  },
  'POST /courses/{id}/content/{contentId}/submissions': {
    owners: student,
    ...assignment('/submissions'),
    body: always({ text: 'Tugasku' }),
  },
  'GET /courses/{id}/content/{contentId}/submissions/mine': { owners: student, ...assignment('/submissions/mine') },
  'GET /submission-files/{id}': {
    owners: [...student, ...mayTeach],
    url: ({ fileId }) => `/submission-files/${fileId}`,
  },
  'GET /admin/submissions/{id}': {
    owners: mayTeach,
    url: ({ submissionId }) => `/admin/submissions/${submissionId}`,
  },
  'POST /admin/submissions/{id}/review': {
    owners: mayTeach,
    url: ({ submissionId }) => `/admin/submissions/${submissionId}/review`,
    body: always({ decision: 'revise', comment: 'Perbaiki' }),
  },
})
