import type { ApiResponse, CallOptions } from '#testing/api-call.ts'

type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>

/** A question of every type, as staff send it. */
export const everyQuestion = [
  {
    type: 'one',
    text: '<p>Ibu kota Jawa Barat?</p>',
    points: 2,
    feedback: 'Rahasia umpan balik satu',
    options: [
      { text: 'Bandung', isCorrect: true, feedback: 'Rahasia tepat' },
      { text: 'Semarang', isCorrect: false, feedback: 'Rahasia Jawa Tengah' },
      { text: 'Serang', isCorrect: false },
    ],
  },
  {
    type: 'several',
    text: '<p>Mana yang bahasa pemrograman?</p>',
    options: [
      { text: 'PHP', isCorrect: true },
      { text: 'JavaScript', isCorrect: true },
      { text: 'HTML', isCorrect: false },
      { text: 'CSS', isCorrect: false },
    ],
  },
  {
    type: 'boolean',
    text: '<p>Bumi itu bulat.</p>',
    answer: true,
    trueFeedback: 'Rahasia bulat',
    falseFeedback: 'Rahasia datar',
  },
  { type: 'text', text: '<p>Lambang bilangan 5 dalam huruf?</p>', accepted: ['rahasia-lima', 'five'] },
  { type: 'number', text: '<p>Akar dari 2?</p>', answer: 1.41, tolerance: 0.01 },
  { type: 'order', text: '<p>Urutkan.</p>', items: [{ text: 'Satu' }, { text: 'Dua' }, { text: 'Tiga' }] },
  {
    type: 'pairs',
    text: '<p>Pasangkan.</p>',
    pairs: [
      { left: 'Indonesia', right: 'Jakarta' },
      { left: 'Jepang', right: 'Tokyo' },
      { left: 'Mesir', right: 'Kairo' },
    ],
  },
]

/** Adds a lesson with a quiz to a course and returns its id, and the quiz as stored. */
export async function createQuiz(
  call: Call,
  {
    courseId,
    token,
    questions = everyQuestion,
    settings = {},
  }: { courseId: string; token: string; questions?: unknown[]; settings?: object },
) {
  const made = await call('POST', '/courses/content/create', { token, body: { courseId, title: 'Kuis', type: 'quiz' } })
  const lessonId: string = made.body.data._id
  const saved = await call('PUT', `/courses/${courseId}/content/${lessonId}/quiz`, {
    token,
    body: { version: 0, settings, questions },
  })
  if (saved.status !== 200) throw new Error(`The quiz returned ${saved.status}: ${JSON.stringify(saved.body)}`)
  return { contentId: lessonId, quiz: saved.body.data as StoredQuiz }
}

// The stored form has no static type here: tests read the fields that they need.
// oxlint-disable-next-line no-explicit-any
type StoredQuiz = { version: number; settings: Record<string, unknown>; questions: any[] }

/** The right answers of a stored quiz, by question id. */
export function rightAnswers({ questions }: StoredQuiz): Record<string, unknown> {
  return Object.fromEntries(questions.map((question) => [question._id, rightAnswer(question)]))
}

function rightAnswer(question: StoredQuiz['questions'][number]): unknown {
  switch (question.type) {
    case 'one':
      return question.options.find((option: { isCorrect: boolean }) => option.isCorrect)._id
    case 'several':
      return question.options
        .filter((option: { isCorrect: boolean }) => option.isCorrect)
        .map((option: { _id: string }) => option._id)
    case 'text':
      return question.accepted[0]
    case 'order':
      return question.items.map((item: { _id: string }) => item._id)
    case 'pairs':
      return Object.fromEntries(
        question.pairs.map((pair: { leftId: string; rightId: string }) => [pair.leftId, pair.rightId]),
      )
    default:
      return question.answer
  }
}

type Caller = { token: string }
type Scene = { site: { call: Call }; instructor: Caller; student: Caller; course: { id: string } }

/** The calls that tests of attempts make; `scene` returns the users and the course of the running test. */
export function quizCalls(scene: () => Scene) {
  const call = (method: string, path: string, body?: object, { token } = scene().student) =>
    scene().site.call(method, path, { token, ...(body ? { body } : {}) })
  const at = (lessonId: string) => `/courses/${scene().course.id}/content/${lessonId}`
  return {
    call,
    at,
    makeQuiz(settings: object = {}, questions: unknown[] = everyQuestion) {
      const { site, course, instructor } = scene()
      return createQuiz(site.call, { courseId: course.id, token: instructor.token, settings, questions })
    },
    open: async (lessonId: string, who = scene().student) =>
      (await call('POST', `${at(lessonId)}/attempts`, undefined, who)).body.data,
    save: (attemptId: string, answers: object, seq: number, who = scene().student) =>
      call('PUT', `/attempts/${attemptId}/answers`, { answers, seq }, who),
    submit: (attemptId: string, who = scene().student) => call('POST', `/attempts/${attemptId}/submit`, undefined, who),
    completed: async () => (await call('GET', `/courses/${scene().course.id}/progress`)).body.data.completedContentIds,
  }
}
