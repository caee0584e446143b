import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { studentParts } from '#contract/learning/student-parts.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
})
afterAll(() => site.close())

const signInAgain = async (who: SignedIn): Promise<SignedIn> => ({
  ...who,
  token: (await site.call('POST', '/sign-in', { body: { email: who.email, password } })).body.data.token,
})
const complete = ({ token }: SignedIn, lesson: number) =>
  site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[lesson]}/completion`, { token })
const list = async (query: string) =>
  (await site.call('GET', `/courses/${course.id}/students?${query}`, { token: instructor.token })).body
const names = async (query: string) => (await list(query)).data.map(({ name }: { name: string }) => name)
const exported = async (query: string) => {
  const request = new Request(`${publicUrl}/api/courses/${course.id}/students/export?${query}`, {
    headers: { authorization: `Bearer ${instructor.token}` },
  })
  const lines = (await (await site.app.fetch(request)).text()).trim().split('\r\n').slice(1)
  return lines.map((line) => line.split(';')[0])
}

test('students are listed, exported and written to by part: not started, in progress, stopped for two weeks, finished', async () => {
  const [lama, selesai, berhenti] = [
    await site.createStudent('Lama Diam'),
    await site.createStudent('Sudah Selesai'),
    await site.createStudent('Pernah Berhenti'),
  ]
  for (const who of [lama, selesai, berhenti]) await site.enroll(who, course)
  await complete(selesai, 0)
  await complete(selesai, 1)
  await complete(berhenti, 0)
  site.clock.advance(20 * dayMs)
  instructor = await signInAgain(instructor)
  const [baru, jalan] = [await site.createStudent('Baru Daftar'), await site.createStudent('Sedang Jalan')]
  for (const who of [baru, jalan]) await site.enroll(who, course)
  await complete(jalan, 0)

  const expected = {
    'not-started': ['Baru Daftar', 'Lama Diam'],
    'in-progress': ['Sedang Jalan'],
    inactive: ['Lama Diam', 'Pernah Berhenti'],
    finished: ['Sudah Selesai'],
  }
  for (const part of studentParts) {
    const { data, meta } = await list(`part=${part}`)
    expect([part, data.map(({ name }: { name: string }) => name), meta.total]).toEqual([
      part,
      expected[part],
      expected[part].length,
    ])
    expect((await exported(`part=${part}`)).toSorted()).toEqual(expected[part])
    for (const sort of ['name', '-name', 'progress', '-progress', 'enrolled', '-enrolled', 'seen', '-seen'])
      expect((await names(`part=${part}&sort=${sort}`)).toSorted()).toEqual(expected[part])
    const sent = await site.call('POST', `/courses/${course.id}/announcements`, {
      token: instructor.token,
      body: { title: part, text: 'Halo', to: part },
    })
    if (part === 'finished') expect(sent.status).toBe(429)
    else expect(sent.status).toBe(201)
  }
  const told = async (who: SignedIn) =>
    (
      await site.call('GET', `/courses/${course.id}/announcements`, { token: (await signInAgain(who)).token })
    ).body.data.map(({ title }: { title: string }) => title)
  expect([await told(lama), await told(jalan), await told(berhenti), await told(selesai)]).toEqual([
    ['inactive', 'not-started'],
    ['in-progress'],
    ['inactive'],
    [],
  ])
  expect((await list('')).data.map(({ part }: { part: string }) => part)).toEqual([
    'not-started',
    'not-started',
    'inactive',
    'in-progress',
    'finished',
  ])
})

test('a filter and a search together list, export and write to the same students', async () => {
  const other = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  const [ani, anita, budi] = [
    await site.createStudent('Ani Wijaya'),
    await site.createStudent('Anita Sari'),
    await site.createStudent('Budi Ani'),
  ]
  for (const who of [ani, anita, budi]) await site.enroll(who, other)
  await site.call('PUT', `/courses/${other.id}/content/${other.lessonIds[0]}/completion`, { token: anita.token })
  course = other
  expect([await names('q=ani&part=not-started'), await exported('q=ani&part=not-started')]).toEqual([
    ['Ani Wijaya', 'Budi Ani'],
    ['Ani Wijaya', 'Budi Ani'],
  ])
  const body = { title: 'Untuk yang cocok', text: 'Halo', to: 'not-started', q: 'ani w' }
  expect(
    (await site.call('POST', `/courses/${other.id}/announcements`, { token: instructor.token, body })).body.data.to,
  ).toBe('selected')
  const told = async ({ token }: SignedIn) =>
    (await site.call('GET', `/courses/${other.id}/announcements`, { token })).body.data.length
  expect([await told(ani), await told(anita), await told(budi)]).toEqual([1, 0, 0])
})

test('an unknown part is rejected with an error at the field', async () => {
  const { status, body } = await site.call('GET', `/courses/${course.id}/students?part=semua`, {
    token: instructor.token,
  })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['part']])
})

test('pages of a part follow each other by cursor, in a course with many students of it', async () => {
  const many = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  await site.database.query.execute(`
    insert into users (id, name, email, role, created_at)
    select gen_random_uuid(), 'Siswa ' || lpad(n::text, 4, '0'), 'banyak_' || n || '@contoh.id', 'student', now() from generate_series(1, 2100) as n`)
  await site.database.query.execute(`
    insert into enrollments (user_id, course_id, source_ref, granted_at, completed_lessons, finished_at)
    select id, '${many.id}'::uuid, 'free', now(), case when name like '%0' then 1 else 0 end, case when name like '%0' then now() end from users where email like 'banyak\\_%'`)
  course = many
  for (const sort of ['name', '-progress', 'seen']) {
    for (const [part, total] of [
      ['not-started', 1890],
      ['finished', 210],
    ] as const) {
      let cursor: string | null = null
      const seen: string[] = []
      do {
        const { data, meta }: { data: { _id: string }[]; meta: { next: string | null; total: number } } = await list(
          `part=${part}&sort=${sort}&limit=100${cursor ? `&cursor=${cursor}` : ''}`,
        )
        expect(meta.total).toBe(total)
        seen.push(...data.map(({ _id }) => _id))
        cursor = meta.next
      } while (cursor)
      expect([sort, part, new Set(seen).size]).toEqual([sort, part, total])
    }
  }
  await site.database.query.execute(`delete from enrollments where course_id = '${many.id}'`)
})
