import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Question, Answers } from '#contract/assessment/quiz.ts'
import { score } from '#contract/assessment/quiz-scoring.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { createQuiz, rightAnswers } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Random histories of one attempt: two devices, lost responses, repeated calls, and a clock that runs over.

const questions = Array.from({ length: 4 }, (_, index) => ({
  type: 'boolean',
  text: `Soal ${index}`,
  answer: index % 2 === 0,
}))
const limitMinutes = 10

let site: TestSite
let course: MadeCourse
let instructor: SignedIn
let lessonId: string
let stored: Question[]
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  const made = await createQuiz(site.call, {
    courseId: course.id,
    token: instructor.token,
    questions,
    settings: { timeLimitMinutes: limitMinutes },
  })
  lessonId = made.contentId
  stored = made.quiz.questions
})
afterAll(() => site.close())

const enrolled = async (): Promise<SignedIn> => {
  const student = await site.createStudent()
  await site.enroll(student, course)
  return student
}
const open = async ({ token }: SignedIn) =>
  (await site.call('POST', `/courses/${course.id}/content/${lessonId}/attempts`, { token })).body.data
const completed = async ({ token }: SignedIn): Promise<string[]> =>
  (await site.call('GET', `/courses/${course.id}/progress`, { token })).body.data.completedContentIds

const device = fc.integer({ min: 0, max: 1 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      device,
      question: fc.integer({ min: 0, max: 3 }),
      value: fc.boolean(),
      isLost: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('submit' as const), calls: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 240 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'due-work' as const }) },
)

test('in any history, the score is that of the acknowledged answers with the highest seq, and it never changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const student = await enrolled()
      const { token } = student
      const attempt = await open(student)
      const results: string[] = []
      /** Each device: its answers, its last seq, and its last request, which it repeats after a lost response. */
      const devices = [0, 1].map(() => ({
        answers: {} as Record<string, boolean>,
        seq: 0,
        last: null as { answers: Answers; seq: number } | null,
      }))
      let newest: { answers: Answers; seq: number } = { answers: {}, seq: 0 }

      async function send(from: number, request: { answers: Answers; seq: number }, isLost: boolean) {
        const { status, body } = await site.call('PUT', `/attempts/${attempt._id}/answers`, { token, body: request })
        if (status === 200 && request.seq > newest.seq) newest = request
        if (status === 200) expect(body.data).toMatchObject(newest)
        else expect([status, body.code]).toEqual([409, 'attempt-over'])
        const own = devices[from]
        if (own && status === 200 && !isLost) Object.assign(own, { seq: Math.max(own.seq, body.data.seq) })
      }
      for (const action of steps) {
        if (action.kind === 'save') {
          const own = devices[action.device]
          if (!own) continue
          own.answers = { ...own.answers, [stored[action.question]?._id ?? '']: action.value }
          own.last = { answers: own.answers, seq: ++own.seq }
          await send(action.device, own.last, action.isLost)
        } else if (action.kind === 'repeat') {
          const last = devices[action.device]?.last
          if (last) await send(action.device, last, false)
        } else if (action.kind === 'submit') {
          const calls = await Promise.all(
            Array.from({ length: action.calls }, () => site.call('POST', `/attempts/${attempt._id}/submit`, { token })),
          )
          results.push(...calls.map(({ body }) => JSON.stringify(body.data)))
        } else if (action.kind === 'wait') site.clock.advance(action.seconds * 1000)
        else await site.runDue('assessment')
      }
      site.clock.advance((limitMinutes + 1) * minuteMs)
      await site.runDue('assessment')
      const { percent, passed } = score(stored, newest.answers, 70)
      const shown = (await site.call('GET', `/attempts/${attempt._id}`, { token })).body.data
      expect(shown.result).toEqual({ percent, passed })
      expect(shown.answers).toEqual(newest.answers)
      expect(new Set([...results, JSON.stringify(shown.result)]).size).toBe(1)
      expect((await completed(student)).includes(lessonId)).toBe(passed)
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a crash between score and completion undoes both, and periodic work makes up for it', async () => {
  const student = await enrolled()
  const attempt = await open(student)
  const answers = rightAnswers({ version: 1, settings: {}, questions: stored })
  await site.call('PUT', `/attempts/${attempt._id}/answers`, { token: student.token, body: { answers, seq: 1 } })
  await site.database.runScript(`
    create function crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
    create trigger crash before insert on completions for each row execute function crash();`)
  expect((await site.call('POST', `/attempts/${attempt._id}/submit`, { token: student.token })).status).toBe(500)
  site.clock.advance((limitMinutes + 1) * minuteMs)
  await site.runDue('assessment')
  expect(site.unexpectedErrors.splice(0)).toHaveLength(2)
  const { rows } = await site.database.query.execute(
    sql`select 1 from quiz_attempts where id = ${attempt._id} and submitted_at is null`,
  )
  expect(rows).toHaveLength(1)

  await site.database.runScript('drop function crash() cascade')
  await site.runDue('assessment')
  expect(await completed(student)).toContain(lessonId)
})
