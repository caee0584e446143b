import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '#contract/kit/days.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const importFile = (text: string, { dryRun = 'false' } = {}) =>
  site.call('POST', '/admin/students/import', {
    token: admin.token,
    form: { file: new File([text], 'orang.csv', { type: 'text/csv' }), dryRun },
  })
const outcomes = (rows: { line: number; outcome: string; message: string }[]) =>
  rows.map(({ line, outcome, message }) => [line, outcome, message])
const signIn = (email: string, password: string) => site.call('POST', '/sign-in', { body: { email, password } })
const isKnown = async (email: string) => (await site.app.modules.identity.findIdByEmail(email)) !== null
const studentsOf = async (courseId: string) =>
  (await site.call('GET', `/courses/${courseId}/students?sort=name`, { token: admin.token })).body.data as Record<
    string,
    unknown
  >[]

const header = 'email,name,course,enrolledAt,finishedAt,percent,passwordHash'
const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
const moodle =
  '$6$rounds=10000$abcdefghijklmnop$Ta6K8sdhIlusQpFgfknRcNCcVYPKh3aQHr5WRESOrUjsVdxPXkHAGQd6QZQStmnv4J3WLUENr0gT1AiD44Jgj1'

test('enrolments come with their dates and progress, and nobody gets a mail', async () => {
  const course = await site.createCourse({ title: 'Kelas dari Moodle' })
  const text = [
    header,
    'selesai@contoh.id,Sudah Selesai,Kelas dari Moodle,2024-01-10,2024-03-01,,',
    'separuh@contoh.id,Baru Separuh,kelas dari moodle,1704850800,NULL,50%,\\N',
    'tanpa@contoh.id,Tanpa Kelas,,,,,',
  ].join('\n')
  const dry = await importFile(text, { dryRun: 'true' })
  expect([dry.status, outcomes(dry.body.data.rows)]).toEqual([
    200,
    [
      [2, 'invited', 'Akun baru, Kelas dari Moodle selesai'],
      [3, 'invited', 'Akun baru, Kelas dari Moodle 50%'],
      [4, 'invited', 'Akun baru'],
    ],
  ])
  expect(await isKnown('selesai@contoh.id')).toBe(false)

  expect((await importFile(text)).body.data).toMatchObject({ added: 3, dryRun: false })
  const students = await studentsOf(course.id)
  expect(
    students.map(({ name, progress, enrolledAt }) => [name, progress, jakartaDay(new Date(String(enrolledAt)))]),
  ).toEqual([
    ['Baru Separuh', 50, '2024-01-10'],
    ['Sudah Selesai', 100, '2024-01-10'],
  ])
  for (const email of ['selesai@contoh.id', 'separuh@contoh.id', 'tanpa@contoh.id'])
    expect(await site.mailsTo(email)).toEqual([])

  const again = await importFile(text)
  expect([again.body.data.added, outcomes(again.body.data.rows)]).toEqual([
    0,
    [
      [2, 'unchanged', 'Sudah pernah terdaftar di kelas ini'],
      [3, 'unchanged', 'Sudah pernah terdaftar di kelas ini'],
      [4, 'unchanged', 'Sudah punya akun'],
    ],
  ])
  expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.enrollmentCount).toBe(2)
})

test('people sign in with the password they had in WordPress or Moodle, and from then on it is stored as one of ours', async () => {
  const text = [header, `wp@contoh.id,Dari WordPress,,,,,${phpass}`, `moodle@contoh.id,Dari Moodle,,,,,${moodle}`].join(
    '\n',
  )
  expect((await importFile(text)).status).toBe(200)
  const hashes = async () => {
    const found = await site.database.query.execute(
      sql`select password_hash from users where email in ('wp@contoh.id', 'moodle@contoh.id') order by email desc`,
    )
    return (found.rows as { password_hash: string }[]).map((row) => row.password_hash)
  }
  expect(await hashes()).toEqual([phpass, moodle])
  expect((await signIn('wp@contoh.id', 'test1234')).status).toBe(401)
  for (const round of ['the first time', 'again']) {
    expect((await signIn('wp@contoh.id', 'test12345')).status, round).toBe(200)
    expect((await signIn('moodle@contoh.id', 'kopi-tubruk-7')).status, round).toBe(200)
  }
  for (const hash of await hashes()) expect(hash).toMatch(/^\$argon2id\$/)
})

test('an admin sends the invitations: to those who have not signed in yet, and once', async () => {
  await importFile(
    [header, `masuk@contoh.id,Sudah Masuk,,,,,${phpass}`, 'belum@contoh.id,Belum Masuk,,,,50,'].join('\n'),
  )
  await signIn('masuk@contoh.id', 'test12345')
  const { waiting } = (await site.call('GET', '/admin/students/invitations', { token: admin.token })).body.data
  const sent = await site.call('POST', '/admin/students/invitations', { token: admin.token })
  expect([sent.status, sent.body.data]).toEqual([200, { sent: waiting, waiting: 0 }])
  expect(await site.mailsTo('masuk@contoh.id')).toEqual([])
  expect(await site.mailsTo('belum@contoh.id')).toHaveLength(1)
  expect((await site.call('POST', '/admin/students/invitations', { token: admin.token })).body.data).toEqual({
    sent: 0,
    waiting: 0,
  })
})

test('who got a link from an admin, or chose a password, does not wait for an invitation any more', async () => {
  const people = ['tautan@contoh.id', 'sandi@contoh.id']
  await importFile([header, ...people.map((email) => `${email},Orang Impor,,,,,${phpass}`)].join('\n'))
  const waiting = async () =>
    (await site.call('GET', '/admin/students/invitations', { token: admin.token })).body.data.waiting
  expect(await waiting()).toBe(2)
  const linked = await site.app.modules.identity.findIdByEmail('tautan@contoh.id')
  await site.database.query.execute(sql`update users set password_hash = null where id = ${linked}`)
  await site.call('POST', `/admin/students/${linked}/reset-link`, { token: admin.token })
  expect(await waiting()).toBe(1)
  await site.call('POST', '/auth/forgot-password', { body: { email: 'sandi@contoh.id' } })
  const [mail] = await site.mailsTo('sandi@contoh.id')
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const reset = await site.call('POST', '/auth/reset-password', { body: { token, password: 'teh-melati-9' } })
  expect([reset.status, await waiting()]).toEqual([200, 0])
})

test('a person who has an account keeps name and password, and gets the course', async () => {
  const course = await site.createCourse({ title: 'Kelas Tambahan' })
  const known = await site.createStudent('Nama Asli')
  const result = await importFile(
    [header, `${known.email},Nama Lain,Kelas Tambahan,2024-05-01,,100,${phpass}`].join('\n'),
  )
  expect(outcomes(result.body.data.rows)).toEqual([[2, 'enrolled', 'Sudah punya akun, Kelas Tambahan 100%']])
  expect(await studentsOf(course.id)).toMatchObject([{ name: 'Nama Asli', progress: 100 }])
  expect((await signIn(known.email, 'test12345')).status).toBe(401)
})

test('dates are of western Indonesia however they are written, and are shown as read', async () => {
  await site.createCourse({ title: 'Kelas Bertanggal' })
  const ways = [
    ['2024-07-15 20:30:00', '2024-07-16 01:00:00', 'Terdaftar 15 Jul 2024, 20.30, selesai 16 Jul 2024, 01.00 WIB'],
    ['15/07/2024', '16/07/2024', 'Terdaftar 15 Jul 2024, selesai 16 Jul 2024 WIB'],
    ['15 Juli 2024 20.30', '45489', 'Terdaftar 15 Jul 2024, 20.30, selesai 16 Jul 2024 WIB'],
    ['2024-07-15T13:30:00Z', '15/07/2024', 'Terdaftar 15 Jul 2024, 20.30, selesai 15 Jul 2024 WIB'],
  ]
  const lines = ways.map(
    ([from, to], index) => `hari${index}@contoh.id,Orang Bertanggal,Kelas Bertanggal,${from},${to},,`,
  )
  const { rows } = (await importFile([header, ...lines].join('\n'), { dryRun: 'true' })).body.data
  expect(rows.map(({ read }: { read: string }) => read)).toEqual(ways.map(([, , read]) => read))
})

test('a line tells all that is wrong with it', async () => {
  await site.createCourse({ title: 'Kelas Banyak Salah' })
  const line = 'banyak@contoh.id,Banyak Salah,Kelas Banyak Salah,31/02/2024,2999-01-01,130,'
  const [row] = (await importFile([header, line].join('\n'), { dryRun: 'true' })).body.data.rows
  for (const column of ['enrolledAt: tanggal tidak terbaca', 'finishedAt: tanggal ini belum lewat', 'percent'])
    expect(row.message).toContain(column)
})

test('lines with mistakes are listed, and nothing is imported', async () => {
  await site.createCourse({ title: 'Kelas Salah' })
  const text = [
    header,
    'benar@contoh.id,Orang Benar,Kelas Salah,2024-01-01,,10,',
    'benar@contoh.id,Orang Benar,Kelas Salah,2024-01-01,,10,',
    'hash@contoh.id,Hash Lama,,,,,5f4dcc3b5aa765d61d8327deb882cf99',
    'mahal@contoh.id,Hash Mahal,,,,,$2y$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    'waktu@contoh.id,Waktu Salah,Kelas Salah,kemarin,,,',
    'depan@contoh.id,Masa Depan,Kelas Salah,2999-01-01,,,',
    'balik@contoh.id,Terbalik,Kelas Salah,2024-02-01,2024-01-01,,',
    'lebih@contoh.id,Lebih Penuh,Kelas Salah,2024-02-01,,101,',
    'lain@contoh.id,Kelas Lain,Tidak Ada,,,,',
  ].join('\n')
  const checked = await importFile(text, { dryRun: 'true' })
  const found = checked.body.data.rows as { line: number; outcome: string }[]
  expect(found.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'invited'],
    [3, 'repeated'],
    ...[4, 5, 6, 7, 8, 9, 10].map((line) => [line, 'invalid']),
  ])
  expect((await importFile(text)).status).toBe(422)
  expect(await isKnown('benar@contoh.id')).toBe(false)
})
