import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { createQuiz, everyQuestion } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
let lessonId: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
})
afterAll(() => site.close())
beforeEach(async () => {
  const body = { courseId: course.id, title: 'Kuis', type: 'quiz', isPreview: true }
  lessonId = (await site.call('POST', '/courses/content/create', { token: instructor.token, body })).body.data._id
})

const quiz = (method: string, body?: object, { token } = instructor, lesson = lessonId) =>
  site.call(method, `/courses/${course.id}/content/${lesson}/quiz`, { token, ...(body ? { body } : {}) })
const save = (body: object) => quiz('PUT', { version: 0, settings: {}, questions: [], ...body })
const one = { type: 'one', text: 'Apa?', options: ['A', 'B'].map((text, index) => ({ text, isCorrect: index === 0 })) }

test('a new quiz is empty with the usual settings, and is never a free preview', async () => {
  expect((await quiz('GET')).body.data).toMatchObject({
    title: 'Kuis',
    version: 0,
    questions: [],
    settings: { passPercent: 70, maximumAttempts: 0, timeLimitMinutes: null, draw: null, showAnswers: 'after-attempt' },
  })
  const lessons = (await site.call('GET', `/courses/${course.id}/overview`)).body.data.details
  expect(lessons.find(({ _id }: { _id: string }) => _id === lessonId)).toMatchObject({
    type: 'quiz',
    isPreview: false,
    readingMinutes: null,
  })
})

test('a course shows its staff how many questions each quiz has', async () => {
  const counts = async () => {
    const { details } = (await site.call('GET', `/admin/courses/${course.id}`, { token: instructor.token })).body.data
    const find = (id: string) => details.find(({ _id }: { _id: string }) => _id === id)
    return [find(lessonId).questionCount, find(course.lessonIds[0] ?? '').questionCount]
  }
  expect(await counts()).toEqual([0, undefined])
  await save({ questions: everyQuestion })
  expect(await counts()).toEqual([everyQuestion.length, undefined])
})

test('every type of question is stored whole, and read back the same', async () => {
  const settings = {
    passPercent: 80,
    maximumAttempts: 3,
    timeLimitMinutes: 20,
    shuffleQuestions: true,
    shuffleOptions: false,
    draw: 5,
    showAnswers: 'never',
  }
  const saved = (await save({ settings, questions: everyQuestion })).body.data
  expect(saved).toMatchObject({ version: 1, settings, questions: everyQuestion })
  expect((await quiz('GET')).body.data).toEqual(saved)
})

test('ids stay over saves, and ids of a caller are replaced, so that they do not reveal the order', async () => {
  const numbered = {
    type: 'order',
    text: 'Urutkan',
    items: ['a', 'b'].map((text, index) => ({ _id: `item-${index}`, text })),
  }
  const first = (await save({ questions: [{ ...numbered, _id: 'q1' }] })).body.data
  expect(JSON.stringify(first)).not.toMatch(/"item-|"q1"/)
  const again = (await save({ version: 1, questions: [{ ...first.questions[0], text: 'Urutkan lagi' }] })).body.data
  expect(again.questions[0]).toEqual({ ...first.questions[0], text: 'Urutkan lagi' })
  const twice = (await save({ version: 2, questions: [first.questions[0], first.questions[0]] })).body.data
  expect(new Set(twice.questions.map(({ _id }: { _id: string }) => _id)).size).toBe(2)
})

test('HTML is cleaned, and code stays', async () => {
  const text =
    '<p onclick="x()">Apa hasil <code>1 + 1</code>?</p><script>alert(1)</script><img src="https://jahat.contoh/x.png">'
  const saved = (await save({ questions: [{ ...one, text }] })).body.data.questions[0]
  expect(saved.text).toBe('<p>Apa hasil <code>1 + 1</code>?</p>')
  expect(await save({ version: 1, questions: [{ ...one, text: '<script>x</script>' }] })).toMatchObject({
    status: 422,
    body: { errors: { 'questions.0.text': 'Tulis soalnya' } },
  })
})

test('of two teachers who save the same version, the second one gets 409 and overwrites nothing', async () => {
  const both = await Promise.all(['Satu', 'Dua'].map((text) => save({ questions: [{ ...one, text }] })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const won = both.find(({ status }) => status === 200)?.body.data
  expect((await quiz('GET')).body.data).toEqual(won)
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale' })
})

describe('bad input is rejected at its field', () => {
  test.each([
    ['no version', { version: undefined }, 'version'],
    ['an unknown type', { questions: [{ type: 'essay', text: 'x' }] }, 'questions.0.type'],
    ['no text', { questions: [{ ...one, text: '<p> </p>' }] }, 'questions.0.text'],
    ['a single option', { questions: [{ ...one, options: one.options.slice(0, 1) }] }, 'questions.0.options'],
    [
      'no right option',
      { questions: [{ ...one, options: one.options.map((option) => ({ ...option, isCorrect: false })) }] },
      'questions.0.options',
    ],
    [
      'two right options',
      { questions: [{ ...one, options: one.options.map((option) => ({ ...option, isCorrect: true })) }] },
      'questions.0.options',
    ],
    [
      '21 options',
      {
        questions: [
          { ...one, options: Array.from({ length: 21 }, (_, index) => ({ text: 'x', isCorrect: index === 0 })) },
        ],
      },
      'questions.0.options',
    ],
    [
      'a negative tolerance',
      { questions: [{ type: 'number', text: 'x', answer: 1, tolerance: -1 }] },
      'questions.0.tolerance',
    ],
    ['a huge number', { questions: [{ type: 'number', text: 'x', answer: 1e300 }] }, 'questions.0.answer'],
    ['no number', { questions: [{ type: 'number', text: 'x', answer: null }] }, 'questions.0.answer'],
    ['no accepted text', { questions: [{ type: 'text', text: 'x', accepted: [' '] }] }, 'questions.0.accepted.0'],
    ['no points', { questions: [{ ...one, points: 0 }] }, 'questions.0.points'],
    ['a pass mark over 100', { settings: { passPercent: 101 } }, 'settings.passPercent'],
    ['no time', { settings: { timeLimitMinutes: 0 } }, 'settings.timeLimitMinutes'],
    ['an unknown moment', { settings: { showAnswers: 'soon' } }, 'settings.showAnswers'],
  ])('%s', async (_, body, field) => {
    const { status, body: failure } = await save(body)
    expect([status, Object.keys(failure.errors)]).toEqual([422, [field]])
  })

  test('10,000 questions, with a sentence that says what to do', async () => {
    const { status, body } = await save({ questions: Array.from({ length: 10_000 }, () => one) })
    expect([status, body.errors.questions]).toEqual([
      422,
      'Maksimal 500 soal dalam satu kuis. Bagi menjadi beberapa kuis.',
    ])
  })

  test('500 questions are stored', async () =>
    expect((await save({ questions: Array.from({ length: 500 }, () => one) })).status).toBe(200))
})

test('only staff of the course see and save a quiz, and an article has none', async () => {
  const other = await site.createInstructor()
  const student = await site.createStudent()
  expect([(await quiz('GET', undefined, other)).status, (await quiz('GET', undefined, student)).status]).toEqual([
    404, 403,
  ])
  expect((await quiz('GET', undefined, instructor, course.lessonIds[1])).status).toBe(404)
})

test('a copied course has a copy of the quiz, which changes alone', async () => {
  const own = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  const made = await createQuiz(site.call, { courseId: own.id, token: instructor.token, settings: { passPercent: 90 } })
  const copyId = (await site.call('POST', `/courses/${own.id}/duplicate`, { token: instructor.token })).body.data._id
  const copied = (await site.call('GET', `/admin/courses/${copyId}`, { token: instructor.token })).body.data.details.at(
    -1,
  )
  const path = `/courses/${copyId}/content/${copied._id}/quiz`
  expect((await site.call('GET', path, { token: instructor.token })).body.data).toMatchObject({
    settings: { passPercent: 90 },
    questions: made.quiz.questions,
    version: 1,
  })
  await site.call('PUT', path, { token: instructor.token, body: { version: 1, settings: {}, questions: [] } })
  const original = await site.call('GET', `/courses/${own.id}/content/${made.contentId}/quiz`, {
    token: instructor.token,
  })
  expect(original.body.data.questions).toHaveLength(everyQuestion.length)
})

test('questions are not found by the search', async () => {
  await save({ questions: [{ ...one, text: 'Trenggiling' }] })
  expect(JSON.stringify((await site.call('GET', '/search?q=trenggiling')).body.data)).not.toContain(course.id)
})
