import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { quizCalls, rightAnswers } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())
beforeEach(async () => {
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  student = await site.createStudent()
  await site.enroll(student, course)
})

const { call, makeQuiz, at, open, save, submit, completed } = quizCalls(() => ({ site, instructor, student, course }))
describe('solutions leave the server', () => {
  const secrets = ['Rahasia', 'rahasia-lima', '1.41', 'isCorrect', 'feedback', 'correct']

  /** Every response that the student can get about the quiz. */
  async function everyResponse(lessonId: string, attemptId: string): Promise<string> {
    const responses = [
      ...(await Promise.all(
        [
          '',
          '?preview=true',
          '/overview',
          '/progress',
          `/content/${lessonId}`,
          `/content/${lessonId}/attempts`,
          `/content/${lessonId}/quiz`,
        ].map((path) => call('GET', `/courses/${course.id}${path}`)),
      )),
      ...(await Promise.all(
        ['/courses/enrolled', '/me/export', '/search?q=rahasia', `/attempts/${attemptId}`].map((path) =>
          call('GET', path),
        ),
      )),
      await call('POST', `${at(lessonId)}/attempts`),
      await save(attemptId, {}, 1),
      await call('GET', `/admin/courses/${course.id}?preview=true`),
    ]
    return JSON.stringify(responses.map(({ body }) => body))
  }

  test.each(['after-attempt', 'after-pass', 'never', 'after-question'])(
    'never during an attempt without answers (%s)',
    async (showAnswers) => {
      const { contentId: lessonId } = await makeQuiz({ showAnswers })
      const { _id } = await open(lessonId)
      const responses = await everyResponse(lessonId, _id)
      for (const secret of secrets) expect(responses).not.toContain(secret)
      expect(responses).toContain('Ibu kota Jawa Barat')
    },
  )

  test('after a question: of that one only, whose answer then stays', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({ showAnswers: 'after-question' })
    const { _id } = await open(lessonId)
    const [one, several, boolean] = quiz.questions
    const wrong = one.options[1]._id
    const saved = (await save(_id, { [one._id]: wrong, [boolean._id]: '' }, 1)).body.data
    expect(saved.solutions).toEqual({
      [one._id]: {
        points: 0,
        correct: one.options[0]._id,
        feedback: 'Rahasia umpan balik satu',
        optionFeedback: { [one.options[0]._id]: 'Rahasia tepat', [wrong]: 'Rahasia Jawa Tengah' },
      },
    })
    expect((await save(_id, { [one._id]: one.options[0]._id, [several._id]: [] }, 2)).body.data.answers).toEqual({
      [one._id]: wrong,
    })
    const shown = (await call('GET', `/attempts/${_id}`)).body.data.questions
    expect(shown.filter((question: object) => 'solution' in question)).toHaveLength(1)
  })

  test('after the attempt: all, once it is submitted', async () => {
    const { contentId: lessonId } = await makeQuiz({ showAnswers: 'after-attempt' })
    const { _id } = await open(lessonId)
    await submit(_id)
    const { questions } = (await call('GET', `/attempts/${_id}`)).body.data
    expect(questions.every((question: object) => 'solution' in question)).toBe(true)
  })

  test('after passing: only once the student passed', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({ showAnswers: 'after-pass' })
    const failed = await open(lessonId)
    await submit(failed._id)
    expect(JSON.stringify((await call('GET', `/attempts/${failed._id}`)).body)).not.toContain('solution')
    const passed = await open(lessonId)
    await save(passed._id, rightAnswers(quiz), 1)
    await submit(passed._id)
    for (const { _id } of [failed, passed])
      expect(JSON.stringify((await call('GET', `/attempts/${_id}`)).body)).toContain('solution')
  })

  test('never: only percentage and pass', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({ showAnswers: 'never' })
    const { _id } = await open(lessonId)
    await save(_id, rightAnswers(quiz), 1)
    expect((await submit(_id)).body.data).toEqual({ percent: 100, passed: true })
    expect(JSON.stringify((await call('GET', `/attempts/${_id}`)).body)).not.toContain('solution')
  })
})

test('an account takes its attempts along in the export, and they are deleted with it', async () => {
  const { contentId: lessonId, quiz } = await makeQuiz()
  const { _id } = await open(lessonId)
  await save(_id, rightAnswers(quiz), 1)
  await submit(_id)
  const { assessment } = (await call('GET', '/me/export')).body.data
  expect(assessment.quizAttempts).toEqual([
    expect.objectContaining({ contentId: lessonId, number: 1, percent: 100, answers: rightAnswers(quiz) }),
  ])
  expect((await call('POST', '/me/deletion', { email: student.email, password: 'kopi-tubruk-7' })).status).toBe(200)
  const { rows } = await site.database.query.execute(sql`select id from quiz_attempts where user_id = ${student.id}`)
  expect(rows).toEqual([])
})

describe('scoring again', () => {
  const rescore = (lessonId: string, who = instructor) => call('POST', `${at(lessonId)}/rescore`, undefined, who)
  const edit = (lessonId: string, version: number, questions: unknown[], settings = {}) =>
    call('PUT', `${at(lessonId)}/quiz`, { version, settings, questions }, instructor)
  const shown = async (attemptId: string) => (await call('GET', `/attempts/${attemptId}`)).body.data

  test('after a key was corrected, a failed attempt passes, completes the lesson and shows the new key; it is audited', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({}, [{ type: 'boolean', text: 'Bumi datar', answer: true }])
    const [question] = quiz.questions
    const { _id } = await open(lessonId)
    await save(_id, { [question._id]: false }, 1)
    expect((await submit(_id)).body.data.passed).toBe(false)
    await edit(lessonId, 1, [{ ...question, answer: false }])
    expect((await rescore(lessonId)).body.data).toEqual({ attempts: 1 })
    expect(await shown(_id)).toMatchObject({
      result: { percent: 100, passed: true },
      questions: [{ solution: { correct: false, points: 1 } }],
    })
    expect(await completed()).toContain(lessonId)
    const admin = await site.createAdmin()
    const log = (await call('GET', `/admin/audit?action=quiz.rescored`, undefined, admin)).body.data
    expect(log[0]).toMatchObject({ action: 'quiz.rescored' })
  })

  test('a student of several attempts is told once, of the best one; who lost the access is not told', async () => {
    const wrong = [
      { type: 'boolean', text: 'Bumi datar', answer: true },
      { type: 'boolean', text: 'Laut asin', answer: true },
    ]
    const { contentId: lessonId, quiz } = await makeQuiz({ passPercent: 100 }, wrong)
    const [flat, salty] = quiz.questions
    const attempts = [
      { [flat._id]: false, [salty._id]: false },
      { [flat._id]: false, [salty._id]: true },
      { [flat._id]: true, [salty._id]: false },
    ]
    for (const answers of attempts) {
      const { _id } = await open(lessonId)
      await save(_id, answers, 1)
      await submit(_id)
    }
    await edit(lessonId, 1, [{ ...flat, answer: false }, salty])
    const told = async () =>
      (await call('GET', '/me/notifications')).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'quiz-rescored',
      )
    await rescore(lessonId)
    expect(await told()).toMatchObject([{ text: expect.stringContaining('sekarang 100%') }])
    // Nothing that the student sees has changed.
    await rescore(lessonId)
    expect(await told()).toHaveLength(1)
    await site.database.query.execute(sql`update enrollments set revoked_at = now() where user_id = ${student.id}`)
    await edit(lessonId, 2, [{ ...flat, answer: true }, salty])
    await rescore(lessonId)
    expect(await told()).toHaveLength(1)
  })

  test('nobody loses a pass, and an open attempt is not touched', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz()
    const passed = await open(lessonId)
    await save(passed._id, rightAnswers(quiz), 1)
    await submit(passed._id)
    const running = await open(lessonId)
    const wrong = quiz.questions.map((question) =>
      question.type === 'boolean' ? { ...question, answer: false } : question,
    )
    await edit(lessonId, 1, wrong, { passPercent: 100 })
    await rescore(lessonId)
    expect((await shown(passed._id)).result).toEqual({ percent: 88, passed: true })
    expect(await shown(running._id)).toMatchObject({ result: null, passPercent: 70 })
    expect(await completed()).toContain(lessonId)
  })

  test('a question that was deleted counts as it was', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz()
    const { _id } = await open(lessonId)
    await save(_id, rightAnswers(quiz), 1)
    await submit(_id)
    await edit(lessonId, 1, quiz.questions.slice(1))
    await rescore(lessonId)
    expect((await shown(_id)).result).toEqual({ percent: 100, passed: true })
    expect((await shown(_id)).questions).toHaveLength(quiz.questions.length)
  })

  test('is for staff of the course', async () => {
    const { contentId: lessonId } = await makeQuiz()
    expect([
      (await rescore(lessonId, student)).status,
      (await rescore(lessonId, await site.createInstructor())).status,
    ]).toEqual([403, 404])
  })
})
