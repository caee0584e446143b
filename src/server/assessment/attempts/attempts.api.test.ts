import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { countRoundTrips } from '#testing/scale/count-queries.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { everyQuestion, quizCalls, rightAnswers } from '#testing/materials/quizzes.ts'
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
type Named = { _id: string }

test('a passed attempt completes the lesson, and everything that follows from that', async () => {
  const { contentId: lessonId, quiz } = await makeQuiz()
  await call('PUT', `${at(course.lessonIds[0] ?? '')}/completion`)
  site.clock.advance(minuteMs)
  const attempt = await open(lessonId)
  expect(attempt).toMatchObject({ number: 1, seq: 0, answers: {}, result: null, deadline: null })
  expect((await save(attempt._id, rightAnswers(quiz), 1)).body.data).toEqual({
    answers: rightAnswers(quiz),
    seq: 1,
    solutions: {},
  })
  expect((await submit(attempt._id)).body).toMatchObject({ success: true, data: { percent: 100, passed: true } })
  expect(await completed()).toContain(lessonId)
  expect((await call('GET', `/courses/${course.id}`)).body.data.viewer.finishedAt).not.toBeNull()
  expect((await call('GET', '/me/activity')).body.data.recent[0].contentId).toBe(lessonId)
  expect((await call('POST', `/courses/${course.id}/certificate`, { name: 'Nama Lengkap' })).status).toBe(200)
})

test('a failed attempt completes nothing; another one may pass, and the pass stays when a later one fails', async () => {
  const { contentId: lessonId, quiz } = await makeQuiz()
  const first = await open(lessonId)
  expect((await submit(first._id)).body.data).toEqual({ percent: 0, passed: false })
  expect(await completed()).not.toContain(lessonId)
  const second = await open(lessonId)
  await save(second._id, rightAnswers(quiz), 1)
  await submit(second._id)
  const third = await open(lessonId)
  await submit(third._id)
  expect(await completed()).toContain(lessonId)
  const start = (await call('GET', `${at(lessonId)}/attempts`)).body.data
  expect(start).toMatchObject({
    questionCount: 7,
    passPercent: 70,
    attemptsLeft: null,
    best: { percent: 100, passed: true },
  })
  expect(start.attempts.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
})

test('partial answers earn partial points', async () => {
  const { contentId: lessonId, quiz } = await makeQuiz({}, everyQuestion.slice(5, 7))
  const attempt = await open(lessonId)
  const [order, pairs] = quiz.questions
  const [a, b, c] = order.items.map(({ _id }: Named) => _id)
  const [x, y, z] = pairs.pairs
  await save(
    attempt._id,
    { [order._id]: [a, c, b], [pairs._id]: { [x.leftId]: x.rightId, [y.leftId]: z.rightId, [z.leftId]: y.rightId } },
    1,
  )
  expect((await submit(attempt._id)).body.data).toEqual({ percent: 33, passed: false })
})

describe('opening', () => {
  test('returns the open attempt, also to two devices at the same moment', async () => {
    const { contentId: lessonId } = await makeQuiz()
    const opened = await Promise.all([1, 2, 3].map(() => call('POST', `${at(lessonId)}/attempts`)))
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(opened.map(({ body }) => body.data._id)).size).toBe(1)
    expect(opened[0]?.body.data.questions).toEqual(opened[2]?.body.data.questions)
  })

  test('is for enrolled students only, also of staff', async () => {
    const { contentId: lessonId } = await makeQuiz()
    for (const who of [await site.createStudent(), instructor])
      expect(await call('POST', `${at(lessonId)}/attempts`, undefined, who)).toMatchObject({
        status: 403,
        body: { code: 'not-enrolled' },
      })
    expect((await site.call('POST', `${at(lessonId)}/attempts`)).status).toBe(401)
    expect((await call('POST', `${at(course.lessonIds[0] ?? '')}/attempts`)).status).toBe(404)
  })

  test('beside a save of the quiz takes the questions of one of both, and those stay', async () => {
    for (let round = 0; round < 10; round++) {
      const { contentId: lessonId, quiz } = await makeQuiz()
      const other = {
        version: 1,
        settings: quiz.settings,
        questions: [{ type: 'boolean', text: 'Baru', answer: true }],
      }
      const [saved, opened] = await Promise.all([
        site.call('PUT', `${at(lessonId)}/quiz`, { token: instructor.token, body: other }),
        call('POST', `${at(lessonId)}/attempts`),
      ])
      expect([saved.status, opened.status]).toEqual([200, 200])
      expect([1, 7]).toContain(opened.body.data.questions.length)
      expect((await call('GET', `/attempts/${opened.body.data._id}`)).body.data.questions).toEqual(
        opened.body.data.questions,
      )
    }
  })

  test('stops when the attempts are used up', async () => {
    const { contentId: lessonId } = await makeQuiz({ maximumAttempts: 2 })
    for (const left of [2, 1]) {
      expect((await call('GET', `${at(lessonId)}/attempts`)).body.data.attemptsLeft).toBe(left)
      await submit((await open(lessonId))._id)
    }
    expect(await call('POST', `${at(lessonId)}/attempts`)).toMatchObject({
      status: 409,
      body: { code: 'attempts-used-up' },
    })
    expect((await call('GET', `${at(lessonId)}/attempts`)).body.data.attemptsLeft).toBe(0)
  })

  test('is limited per student, quiz and time; others, and other quizzes, go on', async () => {
    const { contentId: lessonId } = await makeQuiz()
    const { contentId: another } = await makeQuiz()
    const tries = Array.from({ length: 30 }, async () => (await open(lessonId))._id)
    // Concurrent calls return the one open attempt.
    expect(new Set(await Promise.all(tries)).size).toBe(1)
    for (let number = 1; number <= 30; number++) await submit((await open(lessonId))._id)
    const refused = await call('POST', `${at(lessonId)}/attempts`)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests', retryAfterSeconds: 900 } })
    expect((await call('POST', `${at(another)}/attempts`)).status).toBe(200)
    site.clock.advance(15 * minuteMs)
    expect((await call('POST', `${at(lessonId)}/attempts`)).status).toBe(200)
  })

  test('needs questions', async () => {
    const { contentId: lessonId } = await makeQuiz({}, [])
    expect(await call('POST', `${at(lessonId)}/attempts`)).toMatchObject({ status: 409, body: { code: 'quiz-empty' } })
  })

  test('a closed lesson stays closed', async () => {
    const { contentId: lessonId } = await makeQuiz()
    await site.call('PATCH', `/courses/${course.id}`, { token: instructor.token, body: { pace: 'sequence' } })
    const closed = {
      status: 403,
      body: { code: 'lesson-closed', contentId: lessonId, opensAfter: course.lessonIds[0] },
    }
    expect(await call('POST', `${at(lessonId)}/attempts`)).toMatchObject(closed)
    expect(await call('GET', `${at(lessonId)}/attempts`)).toMatchObject(closed)
    await call('PUT', `${at(course.lessonIds[0] ?? '')}/completion`)
    expect((await call('POST', `${at(lessonId)}/attempts`)).status).toBe(200)
  })

  test('draws questions from the pool, and keeps the drawn ones', async () => {
    const pool = Array.from({ length: 30 }, (_, index) => ({ type: 'boolean', text: `Soal ${index}`, answer: true }))
    const { contentId: lessonId } = await makeQuiz({ draw: 5, shuffleQuestions: true }, pool)
    const attempt = await open(lessonId)
    expect(new Set(attempt.questions.map(({ _id }: Named) => _id)).size).toBe(5)
    expect((await open(lessonId)).questions).toEqual(attempt.questions)
    expect((await call('GET', `${at(lessonId)}/attempts`)).body.data.questionCount).toBe(5)
  })

  test('without shuffling, questions and options keep their order; items to order never do by their ids', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({ shuffleOptions: false })
    const { questions } = await open(lessonId)
    expect(questions.map(({ _id }: Named) => _id)).toEqual(quiz.questions.map(({ _id }) => _id))
    expect(questions[0].options.map(({ _id }: Named) => _id)).toEqual(
      quiz.questions[0].options.map(({ _id }: Named) => _id),
    )
  })
})

describe('during an attempt', () => {
  test('questions that are changed, added or deleted do not enter it', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz()
    const attempt = await open(lessonId)
    const changed = quiz.questions.slice(1).map((question) => ({ ...question, text: 'Diganti' }))
    const saved = await site.call('PUT', `${at(lessonId)}/quiz`, {
      token: instructor.token,
      body: {
        version: 1,
        settings: { passPercent: 100, timeLimitMinutes: 1 },
        questions: [...changed, { type: 'boolean', text: 'Baru', answer: true }],
      },
    })
    expect(saved.status).toBe(200)
    const again = await open(lessonId)
    expect(again).toEqual({ ...attempt, now: again.now })
    await save(attempt._id, rightAnswers(quiz), 1)
    expect((await submit(attempt._id)).body.data).toEqual({ percent: 100, passed: true })
    expect((await open(lessonId)).questions).toHaveLength(quiz.questions.length)
  })

  test('an older seq changes nothing and returns what is stored; the same save again does, too', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz()
    const { _id } = await open(lessonId)
    const [, , boolean, text] = quiz.questions
    await save(_id, { [text._id]: 'lama' }, 3)
    await save(_id, { [text._id]: 'baru', [boolean._id]: false }, 5)
    for (const seq of [4, 5]) {
      const { status, body } = await save(_id, { [text._id]: 'usang' }, seq)
      expect([status, body.data]).toEqual([
        200,
        { answers: { [text._id]: 'baru', [boolean._id]: false }, seq: 5, solutions: {} },
      ])
    }
    await save(_id, { [boolean._id]: true }, 6)
    expect((await call('GET', `/attempts/${_id}`)).body.data.answers).toEqual({ [boolean._id]: true })
  })

  test('answers to questions that are not in it are rejected', async () => {
    const { contentId: lessonId } = await makeQuiz()
    const { _id } = await open(lessonId)
    for (const id of ['unknown', 'constructor'])
      expect(await save(_id, { [id]: 'x' }, 1)).toMatchObject({
        status: 422,
        body: { errors: { answers: expect.any(String) } },
      })
  })

  test('a body with 30,000 keys is rejected with a short error', async () => {
    const { contentId: lessonId } = await makeQuiz()
    const { _id } = await open(lessonId)
    const { status, body } = await save(
      _id,
      Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`${index}`, { a: 1 }])),
      1,
    )
    expect([status, JSON.stringify(body).length < 20_000]).toEqual([422, true])
    expect(Object.keys(body.errors).length).toBeLessThanOrEqual(100)
  })

  test('an answer of the shape of another type is not stored, and an empty one of any shape is', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz()
    const { _id } = await open(lessonId)
    const right = rightAnswers(quiz)
    const shapes = ['x'.repeat(900), 3, true, ['x', 'y'], { x: 'y' }]
    for (const { _id: question, type } of quiz.questions)
      for (const shape of shapes) {
        const isOfType = (type === 'text' && typeof shape === 'string') || type === typeof shape
        expect([type, shape, (await save(_id, { ...right, [question]: shape }, 1)).status]).toEqual([
          type,
          shape,
          isOfType ? 200 : 422,
        ])
      }
    for (const empty of ['', [], {}])
      expect((await save(_id, Object.fromEntries(quiz.questions.map(({ _id: id }) => [id, empty])), 2)).status).toBe(
        200,
      )
  })

  test.each([
    ['null', null],
    ['a huge number', 1e300],
    ['a text of 1,001 characters', 'x'.repeat(1_001)],
    ['21 ids', Array.from({ length: 21 }, String)],
    ['nested arrays', [['x']]],
    ['21 pairs', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [index, 'x']))],
  ])('%s is no answer', async (_, value) => {
    const { contentId: lessonId, quiz } = await makeQuiz()
    const attempt = await open(lessonId)
    expect((await save(attempt._id, { [quiz.questions[0]._id]: value }, 1)).status).toBe(422)
  })

  test.each([0, -1, 1.5, '1', null, 1e20])('the seq %j is rejected', async (seq) => {
    const { contentId: lessonId } = await makeQuiz()
    const { _id } = await open(lessonId)
    const { status, body } = await call('PUT', `/attempts/${_id}/answers`, { answers: {}, seq })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['seq']])
  })

  test('it belongs to its student, and to nobody whose access was revoked', async () => {
    const { contentId: lessonId } = await makeQuiz()
    const { _id } = await open(lessonId)
    const other = await site.createStudent()
    await site.enroll(other, course)
    for (const who of [other, instructor])
      expect([
        (await call('GET', `/attempts/${_id}`, undefined, who)).status,
        (await save(_id, {}, 1, who)).status,
        (await submit(_id, who)).status,
      ]).toEqual([404, 404, 404])
    await site.database.query.execute(sql`update enrollments set revoked_at = granted_at where user_id = ${student.id}`)
    expect([
      (await call('GET', `/attempts/${_id}`)).status,
      (await save(_id, {}, 1)).status,
      (await submit(_id)).status,
    ]).toEqual([403, 403, 403])
  })

  test('opening, saving and failing take at most two round trips to the database each, and opening again one', async () => {
    const { contentId: lessonId } = await makeQuiz()
    // Beside those of the session: an attempt that does not exist costs one.
    const ofSession = (await countRoundTrips(site.database, () => submit(randomUUID()))) - 1
    const count = async (work: () => Promise<unknown>) => (await countRoundTrips(site.database, work)) - ofSession
    expect(await count(() => open(lessonId))).toBe(2)
    expect(await count(() => open(lessonId))).toBe(1)
    const { _id } = await open(lessonId)
    expect(await count(() => save(_id, {}, 1))).toBe(2)
    expect(await count(() => submit(_id))).toBe(2)
    expect(await count(() => submit(_id))).toBe(1)
  })
})

describe('the clock is the server’s', () => {
  test('answers count until ten seconds after the deadline, and then no more', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({ timeLimitMinutes: 10 })
    const attempt = await open(lessonId)
    expect(new Date(attempt.deadline).getTime() - new Date(attempt.startedAt).getTime()).toBe(10 * minuteMs)
    site.clock.advance(10 * minuteMs + 10_000)
    expect((await save(attempt._id, rightAnswers(quiz), 1)).status).toBe(200)
    site.clock.advance(1)
    expect(await save(attempt._id, {}, 2)).toMatchObject({ status: 409, body: { code: 'attempt-over' } })
    expect((await submit(attempt._id)).body.data).toEqual({ percent: 100, passed: true })
    expect((await call('GET', `/attempts/${attempt._id}`)).body.data.submittedAt).toBe(attempt.deadline)
  })

  test('an attempt left open is scored by periodic work when its time is over, once', async () => {
    const { contentId: lessonId, quiz } = await makeQuiz({ timeLimitMinutes: 10 })
    const attempt = await open(lessonId)
    await save(attempt._id, rightAnswers(quiz), 1)
    site.clock.advance(10 * minuteMs + 9_999)
    await site.runDue('assessment')
    expect((await call('GET', `/attempts/${attempt._id}`)).body.data.result).toBeNull()
    site.clock.advance(1)
    await Promise.all([site.runDue('assessment'), site.runDue('assessment')])
    expect(await completed()).toContain(lessonId)
    expect((await call('GET', `/attempts/${attempt._id}`)).body.data).toMatchObject({
      result: { percent: 100, passed: true },
      submittedAt: attempt.deadline,
    })
  })

  test('an attempt whose time is over is scored when the student opens the quiz or the attempt again', async () => {
    const { contentId: lessonId } = await makeQuiz({ timeLimitMinutes: 10 })
    const first = await open(lessonId)
    site.clock.advance(11 * minuteMs)
    expect((await call('GET', `/attempts/${first._id}`)).body.data.result).toEqual({ percent: 0, passed: false })
    const second = await open(lessonId)
    site.clock.advance(11 * minuteMs)
    const third = await open(lessonId)
    expect([second.number, third.number]).toEqual([2, 3])
    expect((await call('GET', `/attempts/${second._id}`)).body.data.result).toEqual({ percent: 0, passed: false })
  })
})

describe('completing a quiz by hand', () => {
  test('is rejected, at once and from the queue of a device', async () => {
    const { contentId: lessonId } = await makeQuiz()
    const rejected = { status: 409, body: { code: 'completed-by-result', contentId: lessonId } }
    expect(await call('PUT', `${at(lessonId)}/completion`)).toMatchObject(rejected)
    expect(await call('DELETE', `${at(lessonId)}/completion`)).toMatchObject(rejected)
    const changes = [course.lessonIds[0], lessonId].map((id) => ({
      contentId: id,
      completed: true,
      markedAt: site.clock.now().toISOString(),
    }))
    expect(await call('POST', `/courses/${course.id}/completions`, { changes })).toMatchObject(rejected)
    expect(await completed()).toEqual([])
  })
})
