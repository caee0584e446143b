import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQuiz, rightAnswers } from '#testing/materials/quizzes.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let courseId: string
let lessonId: string
let right: Record<string, unknown>
const students: SignedIn[] = []

async function attempt(student: SignedIn, answers: Record<string, unknown> | null): Promise<void> {
  const { token } = student
  const opened = await site.call('POST', `/courses/${courseId}/content/${lessonId}/attempts`, { token })
  if (answers === null) return
  const id: string = opened.body.data._id
  site.clock.advance(90_000)
  await site.call('PUT', `/attempts/${id}/answers`, { token, body: { answers, seq: 1 } })
  await site.call('POST', `/attempts/${id}/submit`, { token })
}

beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  courseId = (await site.createCourse({ instructorId: instructor.id })).id
  const made = await createQuiz(site.call, { courseId, token: instructor.token })
  lessonId = made.contentId
  right = rightAnswers(made.quiz)
  for (const name of ['Ayu', 'Bima', 'Citra']) {
    const student = await site.createStudent(name)
    students.push(student)
    await site.enroll(student, { id: courseId })
  }
  const [ayu, bima, citra] = students as [SignedIn, SignedIn, SignedIn]
  await attempt(ayu, right)
  await attempt(bima, {})
  await attempt(bima, right)
  await attempt(citra, null)
})
afterAll(() => site.close())

const results = (query = '', { token } = instructor) =>
  site.call('GET', `/courses/${courseId}/content/${lessonId}/results${query}`, { token })
const shown = (body: { data: { student: { name: string }; number: number; state: string }[] }) =>
  body.data.map(({ student, number, state }) => `${student.name} ${number} ${state}`)

test('lists the attempts of all students, newest first, with time, percent and duration', async () => {
  const { status, body } = await results()
  expect([status, shown(body)]).toEqual([200, ['Citra 1 open', 'Bima 2 passed', 'Bima 1 failed', 'Ayu 1 passed']])
  expect(body.data[3]).toEqual({
    _id: expect.any(String),
    student: { name: 'Ayu', email: students[0]?.email },
    number: 1,
    startedAt: expect.any(String),
    submittedAt: expect.any(String),
    seconds: 90,
    percent: 100,
    state: 'passed',
  })
  expect(body.data[0]).toMatchObject({ submittedAt: null, seconds: null, percent: null })
  expect(body.meta).toMatchObject({ total: 4, isCounted: true, next: null, previous: null })
})

test('is filtered by student and state, and paged by key', async () => {
  expect(shown((await results('?q=bim')).body)).toEqual(['Bima 2 passed', 'Bima 1 failed'])
  expect(shown((await results('?state=passed')).body)).toEqual(['Bima 2 passed', 'Ayu 1 passed'])
  expect(shown((await results('?state=failed&q=bima')).body)).toEqual(['Bima 1 failed'])
  expect(shown((await results('?state=open')).body)).toEqual(['Citra 1 open'])
  const first = (await results('?limit=3')).body
  expect(shown(first)).toEqual(['Citra 1 open', 'Bima 2 passed', 'Bima 1 failed'])
  const second = (await results(`?limit=3&cursor=${first.meta.next}`)).body
  expect(shown(second)).toEqual(['Ayu 1 passed'])
  expect(shown((await results(`?limit=3&cursor=${second.meta.previous}`)).body)).toEqual(shown(first))
  expect((await results('?state=lulus')).body.errors).toEqual({ state: 'Status tidak dikenal' })
})

test('is exported as CSV with the filters, and the export is in the audit log', async () => {
  const response = await site.app.fetch(
    new Request(`http://cendaki.test/api/courses/${courseId}/content/${lessonId}/results/export?state=passed`, {
      headers: { authorization: `Bearer ${instructor.token}` },
    }),
  )
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="hasil-Kuis.csv"',
  ])
  const [header, ...rows] = (await response.text()).trim().split('\r\n')
  expect(header).toBe('Nama;Email;Percobaan;Dimulai (WIB);Dikumpulkan (WIB);Durasi (detik);Nilai (%);Status')
  expect(rows.map((row) => row.split(';').filter((_, index) => [0, 2, 5, 6, 7].includes(index)))).toEqual([
    ['Bima', '2', '90', '100', 'Lulus'],
    ['Ayu', '1', '90', '100', 'Lulus'],
  ])
  const admin = await site.createAdmin()
  expect(
    (await site.call('GET', '/admin/audit?action=quiz.results-exported', { token: admin.token })).body.data,
  ).toHaveLength(1)
})

test('says per question how many were right, what was chosen instead, and nothing about separation with few attempts', async () => {
  const { body } = await results('/questions')
  expect(body.data.attempts).toBe(3)
  expect(body.data.questions).toHaveLength(7)
  for (const question of body.data.questions)
    expect(question).toMatchObject({ attempts: 3, rightPercent: 67, wrong: null, discrimination: null })
})

test('belongs to the staff of the course', async () => {
  const other = await site.createInstructor()
  for (const rest of ['', '/questions', '/export']) {
    expect((await results(rest, other)).status, rest).toBe(404)
    expect((await results(rest, students[0])).status, rest).toBe(403)
  }
})

test('a page reads an index in its order', async () => {
  const plan = await site.database.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_sort = off`)
    const query = sql`explain select id from quiz_attempts where content_id = ${lessonId} order by started_at desc, id desc limit 26`
    return JSON.stringify(await tx.execute(query))
  })
  expect(plan).toContain('quiz_attempts_results')
})
