import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let otherInstructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  otherInstructor = await site.createInstructor()
})
afterAll(() => site.close())

const makeCourse = (title = 'Kelas Bersama'): Promise<MadeCourse> =>
  site.createCourse({ instructorId: instructor.id, title, lessons: 4 })
const add = (courseId: string, email: string, token = instructor.token) =>
  site.call('POST', `/courses/${courseId}/students`, { token, body: { email } })
const list = (courseId: string, query = '', token = instructor.token) =>
  site.call('GET', `/courses/${courseId}/students${query}`, { token })
const csv = (text: string) => new File([text], 'siswa.csv', { type: 'text/csv' })
const importFile = (courseId: string, text: string, dryRun = 'false', token = instructor.token) =>
  site.call('POST', `/courses/${courseId}/students/import`, { token, form: { file: csv(text), dryRun } })

test('an added student has access at once and is counted', async () => {
  const course = await makeCourse()
  const student = await site.createStudent('Bayu Anggara')
  const { status, body } = await add(course.id, ` ${student.email.toUpperCase()} `)
  expect([status, body.data]).toEqual([201, { email: student.email }])
  expect(
    (await site.call('GET', `/courses/${course.id}/content/${course.lessonIds[1]}`, { token: student.token })).status,
  ).toBe(200)
  expect((await site.call('GET', `/admin/courses/${course.id}`, { token: instructor.token })).body.data.students).toBe(
    1,
  )
})

test('an added student gets a mail with a link to the course, unless staff decide otherwise', async () => {
  const course = await makeCourse('Kelas Diberi')
  const [informed, quiet, imported] = [
    await site.createStudent(),
    await site.createStudent(),
    await site.createStudent(),
  ]
  const mailsTo = async ({ email }: SignedIn) =>
    (await site.mailsTo(email)).filter(({ text }) => text.includes(course.id))
  await add(course.id, informed.email)
  await add(course.id, informed.email)
  await site.call('POST', `/courses/${course.id}/students`, {
    token: instructor.token,
    body: { email: quiet.email, notify: false },
  })
  await importFile(course.id, `email\n${imported.email}\n`, 'true')
  expect([(await mailsTo(informed)).length, (await mailsTo(quiet)).length, (await mailsTo(imported)).length]).toEqual([
    1, 0, 0,
  ])
  expect((await mailsTo(informed))[0]).toMatchObject({
    // An instructor may be a stranger: without the title that they chose.
    subject: 'Sebuah kelas terbuka untukmu',
    text: expect.stringContaining(`${publicUrl}/courses/${course.id}/start`) as string,
  })
  await importFile(course.id, `email\n${imported.email}\n${informed.email}\n`)
  expect([(await mailsTo(informed)).length, (await mailsTo(imported)).length]).toEqual([1, 1])
})

test('to an instructor the answer for a known and an unknown address is the same, and names nobody', async () => {
  const course = await makeCourse()
  const student = await site.createStudent()
  const [known, unknown] = [await add(course.id, student.email), await add(course.id, 'tidak-ada@contoh.id')]
  expect([known.status, known.body.data]).toEqual([201, { email: student.email }])
  expect([unknown.status, unknown.body]).toEqual([201, { ...known.body, data: { email: 'tidak-ada@contoh.id' } }])
})

test('adding is limited to 300 an hour, importing to 30', async () => {
  const course = await makeCourse()
  const who = await site.createInstructor()
  const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
    const all = await Promise.all(Array.from({ length: times }, call))
    return all.filter(({ status }) => status === 429).length
  }
  expect(await statuses(310, () => add(course.id, 'siapa@contoh.id', who.token))).toBe(10)
  expect(await statuses(32, () => importFile(course.id, 'email\n', 'true', who.token))).toBe(2)
})

test('an unknown, an invalid and a repeated email address are rejected for admins with errors at the field', async () => {
  const course = await makeCourse()
  const student = await site.createStudent()
  const { token } = await site.createAdmin()
  await add(course.id, student.email)
  const responses = [
    await add(course.id, 'tidak-ada@contoh.id', token),
    await add(course.id, 'bukan email', token),
    await add(course.id, student.email),
  ]
  expect(responses.map(({ status, body }) => [status, body.errors])).toEqual([
    [422, { email: 'Belum ada akun dengan email ini.' }],
    [422, { email: 'Email tidak valid' }],
    [409, { email: 'Siswa ini sudah terdaftar di kelas ini.' }],
  ])
})

test('the list shows progress, and can be searched, sorted and paged', async () => {
  const course = await makeCourse()
  const [ani, budi] = [await site.createStudent('Ani'), await site.createStudent('Budi')]
  for (const { email } of [ani, budi]) await add(course.id, email)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: budi.token })
  const names = async (query: string) =>
    (await list(course.id, query)).body.data.map((row: { name: string }) => row.name)
  expect((await list(course.id, '?q=budi')).body.data).toMatchObject([
    { name: 'Budi', progress: 25, lessonsCompleted: 1, lessonCount: 4, source: 'staff' },
  ])
  expect([await names('?sort=-progress'), await names('?sort=name&limit=1&page=2')]).toEqual([
    ['Budi', 'Ani'],
    ['Budi'],
  ])
  expect([await names('?sort=-seen'), await names('?sort=-name'), await names('?q=100%25')]).toEqual([
    ['Budi', 'Ani'],
    ['Budi', 'Ani'],
    [],
  ])
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[1]}/completion`, { token: ani.token })
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[2]}/completion`, { token: ani.token })
  expect((await list(course.id)).body.data.map((row: { progress: number }) => row.progress)).toEqual([50, 25])
  const { body } = await list(course.id, '?q=BUDI&limit=1')
  expect([body.data.length, body.meta.total]).toEqual([1, 1])
})

test('a search finds the same students, whichever side it reads: in a course with many students, for few or many matching users', async () => {
  const course = await makeCourse()
  const { query } = site.database
  await query.execute(sql`
    insert into users (id, name, email, role, created_at)
    select gen_random_uuid(), 'Laras Massal ' || lpad(n::text, 4, '0'), 'massal_' || n || '@contoh.id', 'student', now() from generate_series(1, 2100) as n`)
  await query.execute(sql`
    insert into enrollments (user_id, course_id, source_ref, granted_at)
    select id, ${course.id}::uuid, 'free', now() from users where email ~ '^massal_[1-9][0-9]?@'`)
  const search = async (q: string, more = '') => {
    const { data, meta } = (await list(course.id, `?q=${encodeURIComponent(q)}&limit=2${more}`)).body
    return { names: data.map((row: { name: string }) => row.name), total: meta.total, next: meta.next }
  }
  const searches = async () => {
    const first = await search('LARAS massal')
    return [
      first,
      await search('laras', `&cursor=${first.next}`),
      await search('massal_7@'),
      await search('0007 massal_7'),
      await search('massal%'),
      await search('massal_2100@'),
    ]
  }
  const found = await searches()
  expect(found.map(({ names, total }) => [names, total])).toEqual([
    [['Laras Massal 0001', 'Laras Massal 0002'], 99],
    [['Laras Massal 0003', 'Laras Massal 0004'], 99],
    [['Laras Massal 0007'], 1],
    [['Laras Massal 0007'], 1],
    [[], 0],
    [[], 0],
  ])
  await query.execute(sql`update courses set student_count = 30000 where id = ${course.id}`)
  expect(await searches()).toEqual(found)
  // As in rows that are older than the column.
  await query.execute(sql`update enrollments set student_search = '' where course_id = ${course.id}`)
  expect(await searches()).toEqual(found)
  // The daily check reports a wrong count.
  await query.execute(sql`update courses set student_count = 99 where id = ${course.id}`)
})

test('the orders by name and progress follow a new name and a lesson that is taken back; the daily check follows a deleted lesson', async () => {
  const course = await makeCourse()
  const [ani, budi] = [await site.createStudent('Ani'), await site.createStudent('budi')]
  for (const { email } of [ani, budi]) await add(course.id, email)
  const complete = (student: SignedIn, lesson: number, method = 'PUT') =>
    site.call(method, `/courses/${course.id}/content/${course.lessonIds[lesson]}/completion`, { token: student.token })
  const ids = async (sort: string) =>
    (await list(course.id, `?sort=${sort}`)).body.data.map((row: { _id: string }) => row._id)
  await complete(ani, 0)
  await complete(ani, 1)
  await complete(budi, 2)
  expect([await ids('name'), await ids('-progress')]).toEqual([
    [ani.id, budi.id],
    [ani.id, budi.id],
  ])
  await complete(ani, 1, 'DELETE')
  expect(
    (
      await site.call('DELETE', `/courses/${course.id}/delete-content/${course.lessonIds[0]}`, {
        token: instructor.token,
      })
    ).status,
  ).toBe(200)
  await site.app.modules.figures.check({ now: true, parts: 10_000 })
  expect(await ids('-progress')).toEqual([budi.id, ani.id])
  expect((await site.call('PATCH', '/me', { token: ani.token, body: { name: 'Zahra' } })).status).toBe(200)
  expect(await ids('name')).toEqual([budi.id, ani.id])
  expect((await list(course.id, '?q=zahra')).body.data).toMatchObject([{ _id: ani.id }])
})

test('the daily check fills and corrects what students are ordered and searched by', async () => {
  const course = await makeCourse()
  const [ani, budi] = [await site.createStudent('Ani'), await site.createStudent('Budi')]
  for (const { email } of [ani, budi]) await add(course.id, email)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: budi.token })
  const check = () => site.app.modules.figures.check({ now: true, parts: 10_000 })
  await check()
  const names = async (sort: string) =>
    (await list(course.id, `?sort=${sort}`)).body.data.map((row: { name: string }) => row.name)
  await site.database.query.execute(
    sql`update enrollments set student_name = '', student_search = '', completed_lessons = 0 where course_id = ${course.id}`,
  )
  expect([await check(), await names('-name'), await names('progress')]).toEqual([0, ['Budi', 'Ani'], ['Ani', 'Budi']])
  await site.database.query.execute(
    sql`update enrollments set student_name = 'x', student_search = 'x', completed_lessons = 9 where user_id = ${ani.id}`,
  )
  expect(await check()).toBe(0)
  expect([await names('name'), await names('progress'), await check()]).toEqual([['Ani', 'Budi'], ['Ani', 'Budi'], 0])
  expect((await list(course.id, '?q=ani')).body.meta.total).toBe(1)
})

test('a dry run reports the outcome of each line, the import applies it', async () => {
  const course = await makeCourse()
  const [known, enrolled] = [await site.createStudent(), await site.createStudent()]
  await add(course.id, enrolled.email)
  const text = `\uFEFFNama;Email\r\nSatu;${known.email}\r\nDua;${enrolled.email}\r\nTiga;asing@contoh.id\r\nEmpat;bukan\r\nLima;${known.email}\r\n`
  const outcomesOf = ({ body }: Awaited<ReturnType<typeof importFile>>) =>
    body.data.rows.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome])
  const admin = await site.createAdmin()
  expect(outcomesOf(await importFile(course.id, text, 'true', admin.token))).toEqual([
    [2, 'added'],
    [3, 'already-enrolled'],
    [4, 'unknown'],
    [5, 'invalid'],
    [6, 'repeated'],
  ])
  expect((await list(course.id)).body.meta.total).toBe(1)
  const real = await importFile(course.id, text, 'false', admin.token)
  expect([real.body.data.added, (await list(course.id)).body.meta.total]).toEqual([1, 2])
  expect(outcomesOf(real)).toContainEqual([4, 'unknown'])
})

test.each(['true', 'false'])(
  'an import of an instructor does not reveal which addresses have an account (dryRun %s)',
  async (dryRun) => {
    const course = await makeCourse()
    const student = await site.createStudent()
    const imported = await importFile(course.id, `email\n${student.email}\nasing@contoh.id\n`, dryRun)
    const [known, unknown] = imported.body.data.rows
    expect([known.outcome, known.message]).toEqual([
      'added',
      expect.stringContaining('itambahkan jika sudah punya akun, kalau belum diundang'),
    ])
    expect({ ...unknown, email: '', line: 0 }).toEqual({ ...known, email: '', line: 0 })
    expect(imported.body.data.added).toBe(2)
  },
)

test('of a file with more people than may wait, as many as there is room for are invited, and one sentence says that some are not', async () => {
  const course = await makeCourse()
  await site.database.query.execute(sql`
    insert into course_invitations (id, course_id, email, role, invited_by, invited_at)
    select gen_random_uuid(), ${course.id}, 'menunggu' || number || '@contoh.id', 'student', ${instructor.id}, now()
    from generate_series(1, 497) as number`)
  const waiting = async () =>
    (await site.call('GET', `/courses/${course.id}/invitations`, { token: instructor.token })).body.data.total
  const notes = async (emails: string[], dryRun = 'false') =>
    (await importFile(course.id, `email\n${emails.join('\n')}\n`, dryRun)).body.data.note
  const left =
    'Sebagian undangan belum dibuat: paling banyak 500 undangan menunggu di satu kelas. Tarik dulu yang tidak dijawab.'
  const many = ['satu', 'dua', 'tiga', 'empat'].map((name) => `${name}.penuh@contoh.id`)
  expect([await notes(many, 'true'), await waiting()]).toEqual([undefined, 497])
  expect([await notes(['menunggu1@contoh.id', 'satu.penuh@contoh.id']), await waiting()]).toEqual([undefined, 498])
  expect([await notes(many), await waiting()]).toEqual([left, 500])
  expect([await notes(many.slice(0, 3)), await waiting()]).toEqual([undefined, 500])
})

test.each([
  ['without a column of addresses', 'nama,kelas\nAni,1', 'Berkas tidak terbaca. Perlu CSV dengan kolom email.'],
  ['that is empty', '', 'Berkas tidak terbaca. Perlu CSV dengan kolom email.'],
  [
    'with an open quotation mark',
    '"tidak ditutup',
    'Baris 1: tanda kutip (") di awal isian tidak ditutup di akhirnya. Hapus, atau tulis dua kali ("").',
  ],
  ['with too many lines', 'email\n' + 'a@contoh.id\n'.repeat(2001), 'Paling banyak 2000 baris sekali unggah.'],
])('a file %s is rejected with an error at the field', async (_, text, message) => {
  const course = await makeCourse()
  const { status, body } = await importFile(course.id, text)
  expect([status, body.errors]).toEqual([422, { file: message }])
})

test('the export opens safely in a spreadsheet', async () => {
  const course = await makeCourse('=1+1')
  const student = await site.createStudent('=HYPERLINK("http://jahat")')
  await add(course.id, student.email)
  const response = await site.app.fetch(
    new Request(`${publicUrl}/api/courses/${course.id}/students/export`, {
      headers: { authorization: `Bearer ${instructor.token}` },
    }),
  )
  const text = await response.text()
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('text/csv'),
    expect.stringContaining('siswa-1-1.csv'),
  ])
  expect(text).toContain(`"'=HYPERLINK(""http://jahat"")"`)
})

test('staff can only revoke access that staff granted', async () => {
  const course = await site.createCourse({ instructorId: instructor.id, price: 0 })
  const [given, own] = [await site.createStudent(), await site.createStudent()]
  await add(course.id, given.email)
  await site.call('POST', `/courses/${course.id}/enroll`, { token: own.token })
  const remove = (id: string, token = instructor.token) =>
    site.call('DELETE', `/courses/${course.id}/students/${id}`, { token })
  expect((await remove(given.id, otherInstructor.token)).status).toBe(404)
  expect([(await remove(given.id)).status, (await remove(own.id)).status, (await remove(given.id)).status]).toEqual([
    200, 409, 404,
  ])
  expect((await list(course.id)).body.data.map((row: { _id: string }) => row._id)).toEqual([own.id])
})

test('is rejected with 404 for another instructor and with 403 for a student', async () => {
  const course = await makeCourse()
  const student = await site.createStudent()
  for (const [token, status] of [
    [otherInstructor.token, 404],
    [student.token, 403],
  ] as const) {
    expect((await list(course.id, '', token)).status).toBe(status)
    expect((await add(course.id, student.email, token)).status).toBe(status)
    expect((await importFile(course.id, 'email\n', 'true', token)).status).toBe(status)
    expect((await site.call('GET', `/courses/${course.id}/students/export`, { token })).status).toBe(status)
  }
})

test('access that is given and taken repeatedly is mailed once a day', async () => {
  const [course, student] = [await makeCourse('Kelas Bolak-balik'), await site.createStudent()]
  const mails = async () => (await site.mailsTo(student.email)).filter(({ text }) => text.includes(course.id)).length
  const admin = await site.createAdmin()
  const messages: string[] = []
  for (let round = 0; round < 3; round++) {
    messages.push((await add(course.id, student.email, admin.token)).body.message)
    await site.call('DELETE', `/courses/${course.id}/students/${student.id}`, { token: instructor.token })
  }
  const repeated = 'Siswa ditambahkan. Emailnya tidak dikirim lagi: hari ini sudah dikirim.'
  expect([messages, await mails()]).toEqual([['Siswa ditambahkan.', repeated, repeated], 1])
  site.clock.advance(dayMs)
  instructor = {
    ...instructor,
    token: (await site.call('POST', '/sign-in', { body: { email: instructor.email, password } })).body.data.token,
  }
  await add(course.id, student.email)
  expect(await mails()).toBe(2)
})
