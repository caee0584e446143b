import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const csv = (text: string) => new File([text], 'undangan.csv', { type: 'text/csv' })
const importFile = (text: string, { dryRun = 'false', token = admin.token } = {}) =>
  site.call('POST', '/admin/students/import', { token, form: { file: csv(text), dryRun } })
const outcomes = (rows: { line: number; outcome: string; message: string }[]) =>
  rows.map(({ line, outcome, message }) => [line, outcome, message])
const isKnown = async (email: string) => (await site.app.modules.identity.findIdByEmail(email)) !== null

test('creates accounts, opens their courses, and sends each new user one mail that names them', async () => {
  const [html, css] = [
    await site.createCourse({ title: 'HTML, dari awal' }),
    await site.createCourse({ title: 'CSS Dasar' }),
  ]
  const known = await site.createStudent('Sudah Ada')
  const text = `\uFEFFNama;E-mail;Kelas\r\nSiti Baru;Siti@Contoh.id;html, dari awal | ${publicUrl}/kelas/details/${css.id}\r\nTanpa Kelas;tanpa@contoh.id;\r\nNama Lain;${known.email};CSS Dasar\r\n`
  const checked = await importFile(text, { dryRun: 'true' })
  expect([checked.status, outcomes(checked.body.data.rows)]).toEqual([
    200,
    [
      [2, 'invited', 'Akun baru, 2 kelas dibuka'],
      [3, 'invited', 'Akun baru'],
      [4, 'enrolled', 'Sudah punya akun, 1 kelas dibuka'],
    ],
  ])
  expect(await isKnown('siti@contoh.id')).toBe(false)

  expect((await importFile(text)).body.data).toMatchObject({ added: 3, dryRun: false })
  const [mail, ...others] = await site.mailsTo('siti@contoh.id')
  expect(others).toEqual([])
  expect(mail?.text).toContain('HTML, dari awal, CSS Dasar')
  const token = /#token=([\w-]{20,})/.exec(mail?.text ?? '')?.[1]
  await site.call('POST', '/auth/reset-password', { body: { token, password: 'kopi-susu-12' } })
  const siti = (await site.call('POST', '/sign-in', { body: { email: 'siti@contoh.id', password: 'kopi-susu-12' } }))
    .body.data
  expect(siti.user).toMatchObject({ name: 'Siti Baru', role: 'student' })
  expect(
    (await site.call('GET', `/courses/${html.id}/content/${html.lessonIds[1]}`, { token: siti.token })).status,
  ).toBe(200)
  expect((await site.mailsTo(known.email)).map(({ subject }) => subject)).toEqual(['Kelas CSS Dasar terbuka untukmu'])

  const entries = (await site.app.modules.audit.list({ action: 'users.invited' }, { page: 1, limit: 5 })).entries
  expect(entries).toMatchObject([
    { actorId: admin.id, details: { courses: expect.arrayContaining([html.id, css.id]) as unknown } },
  ])
  expect(entries[0]?.details['users']).toHaveLength(3)
})

test('the same file a second time changes nothing and mails nobody', async () => {
  const course = await site.createCourse({ title: 'Kelas Dua Kali' })
  const text = 'nama,email,kelas\nDua Kali,duakali@contoh.id,Kelas Dua Kali\n'
  await importFile(text)
  const again = await importFile(text)
  expect([again.body.data.added, outcomes(again.body.data.rows)]).toEqual([
    0,
    [[2, 'unchanged', 'Sudah punya akun dan kelasnya']],
  ])
  expect(await site.mailsTo('duakali@contoh.id')).toHaveLength(1)
  expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.enrollmentCount).toBe(1)
})

test('a file with mistakes lists them all by line, and invites nobody', async () => {
  await site.createCourse({ title: 'Judul Kembar' })
  await site.createCourse({ title: 'judul kembar' })
  const disabled = await site.createStudent()
  await site.call('PUT', `/admin/students/${disabled.id}/access`, { token: admin.token, body: { disabled: true } })
  const text = [
    'nama,email,kelas',
    'Orang Benar,benar@contoh.id,',
    'Al,bukan email,',
    '',
    'Orang Kedua,BENAR@contoh.id,',
    'Kelas Salah,kelassalah@contoh.id,Tidak Ada|Judul Kembar',
    `Nonaktif,${disabled.email},`,
  ].join('\n')
  const { body } = await importFile(text, { dryRun: 'true' })
  expect(outcomes(body.data.rows)).toEqual([
    [2, 'invited', 'Akun baru'],
    [3, 'invalid', 'Nama minimal 3 karakter. Email tidak valid'],
    [5, 'repeated', 'Sudah ada di baris 2'],
    [6, 'invalid', 'Kelas “Tidak Ada” tidak ada. Ada beberapa kelas berjudul “Judul Kembar”. Tulis alamat halamannya'],
    [7, 'invalid', 'Akun dengan email ini nonaktif'],
  ])
  const sent = await importFile(text)
  expect([sent.status, sent.body.errors]).toEqual([
    422,
    { file: 'Masih ada baris yang salah. Belum ada yang diundang.' },
  ])
  expect(await isKnown('benar@contoh.id')).toBe(false)
})

test.each([
  ['without names of columns', 'Siti,siti2@contoh.id\n', 'Pilih isi tiap kolom dulu: nama kolomnya belum cukup jelas.'],
  [
    'with a quote that is not closed',
    '"nama,email\n',
    'Baris 1: tanda kutip (") di awal isian tidak ditutup di akhirnya. Hapus, atau tulis dua kali ("").',
  ],
  ['without rows', 'nama,email\n', 'Berkas ini belum berisi siapa pun.'],
  [
    'with too many rows',
    `nama,email\n${'Siti Nur,a@contoh.id\n'.repeat(501)}`,
    'Paling banyak 500 baris sekali unggah.',
  ],
])('a file %s is rejected', async (_, text, message) => {
  const { status, body } = await importFile(text)
  expect([status, body.errors]).toEqual([422, { file: message }])
})

test('a file that is too large is rejected as a CSV file', async () => {
  const { status, body } = await importFile(`nama,email\n${'x'.repeat(2_200_000)}`)
  expect([status, body.errors]).toEqual([413, { file: 'Pilih berkas CSV, maksimal 2 MB' }])
})

test('is for admins only', async () => {
  const instructor = await site.createInstructor()
  expect((await importFile('nama,email\nSiti Nur,siti3@contoh.id\n', { token: instructor.token })).status).toBe(403)
})
