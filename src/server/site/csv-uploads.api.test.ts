import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jakartaDay } from '#contract/kit/days.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { offerTransfers, openTransfer } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let course: MadeCourse
let known: SignedIn
let amount: number
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  course = await site.createCourse({ title: 'Kelas Berkas' })
  known = await site.createStudent('Aña Café')
  await offerTransfers(site)
  ;({ amount } = await openTransfer(site, await site.createStudent(), {
    courseId: (await site.createCourse({ price: 81_000 })).id,
  }))
})
afterAll(() => site.close())

const csv = (content: BlobPart) => new File([content], 'berkas.csv', { type: 'text/csv' })
const today = () => jakartaDay(site.clock.now())

/** Every upload of a CSV: a header with the words of schools and banks, a good row, and a row with a mistake. */
const uploads = [
  {
    name: 'students of a course',
    send: (content: BlobPart, fields: Record<string, string> = { dryRun: 'true' }) =>
      site.call('POST', `/courses/${course.id}/students/import`, {
        token: admin.token,
        form: { file: csv(content), ...fields },
      }),
    field: 'file',
    header: 'Nama Lengkap;Alamat Email',
    good: () => `Aña;${known.email}`,
    wrong: 'Budi;bukan email',
    problem: 'Email tidak valid',
  },
  {
    name: 'people to invite',
    send: (content: BlobPart, fields: Record<string, string> = { dryRun: 'true' }) =>
      site.call('POST', '/admin/students/import', { token: admin.token, form: { file: csv(content), ...fields } }),
    field: 'file',
    header: 'Nama Lengkap;Alamat Email;Kelas',
    good: () => 'Aña Café;ana@contoh.id;Kelas Berkas',
    wrong: 'Budi;bukan email;Kelas Lain',
    problem: 'Email tidak valid. Kelas “Kelas Lain” tidak ada',
  },
  {
    name: 'people with their history',
    send: (content: BlobPart, fields: Record<string, string> = { dryRun: 'true' }) =>
      site.call('POST', '/admin/students/import', { token: admin.token, form: { file: csv(content), ...fields } }),
    field: 'file',
    header: 'Nama Lengkap;Alamat Email;Kelas;Persen',
    good: () => 'Aña Café;ana2@contoh.id;Kelas Berkas;50',
    wrong: 'Budi;bukan email;Kelas Lain;banyak',
    problem: 'Email tidak valid. Kelas “Kelas Lain” tidak ada. percent: tulis angka dari 0 sampai 100',
  },
  {
    name: 'bank statement',
    send: (content: BlobPart) =>
      site.call('POST', '/admin/transfers/statement', { token: admin.token, form: { statement: csv(content) } }),
    field: 'statement',
    header: 'Tanggal;Keterangan;Kredit',
    good: () => `${today()};DARI AÑA;${amount}`,
    wrong: 'PEND;DARI BUDI;5.000',
    problem: 'Tanggal tidak terbaca',
  },
]
const rowsOf = ({ body }: { body: { data: { rows?: unknown[]; lines?: unknown[] } } }) =>
  (body.data.rows ?? body.data.lines ?? []) as { line: number }[]

describe.each(uploads)('a CSV of $name', ({ send, field, header, good, wrong, problem }) => {
  test('understands the columns of Indonesian lists, and keeps the number of each line', async () => {
    const sent = await send(`${header}\r\n${good()}\r\n`)
    expect([sent.status, rowsOf(sent).map(({ line }) => line), sent.body.data.faulty]).toEqual([200, [2], null])
  })

  test('rows without a value are skipped, and a first line `sep=` names the delimiter', async () => {
    const sent = await send(`sep=;\r\n${header}\r\n;;;\r\n${good()}\r\n;;;;\r\n`)
    expect([sent.status, rowsOf(sent).map(({ line }) => line), sent.body.data.faulty]).toEqual([200, [4], null])
  })

  test('a quote that is not closed is refused with its line', async () => {
    const { status, body } = await send(`${header}\r\n${good()}\r\n"Bu" di Ani;x;y\r\n`)
    expect([status, body.errors]).toEqual([422, { [field]: expect.stringMatching(/^Baris 3: tanda kutip/) as string }])
  })

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('%s is read without a lost letter', async (_, encode) => {
    const sent = await send(encode(`${header}\r\n${good()}\r\n`))
    expect([sent.status, rowsOf(sent).length, JSON.stringify(sent.body).includes('\uFFFD')]).toEqual([200, 1, false])
    expect(JSON.stringify(sent.body).toLowerCase()).toContain('aña')
  })

  test('rows with mistakes come back as CSV with their line and what is wrong, and are understood once they are mended', async () => {
    const sent = await send(`${header}\r\n${good()}\r\n;;\r\n${wrong}\r\n`)
    const { faulty } = sent.body.data
    expect(sent.status).toBe(200)
    const [first, row, ...more] = String(faulty).replace('\uFEFF', '').trim().split('\r\n')
    expect([first, row, more]).toEqual([`${header};Baris;Masalah`, `${wrong};4;${problem}`, []])
    const mended = await send(String(faulty).replace(`${wrong};`, `${good()};`))
    expect([mended.status, rowsOf(mended).length, mended.body.data.faulty]).toEqual([200, 1, null])
  })
})

test('a name with a lost letter is a mistake of its row and is not stored', async () => {
  for (const more of ['', ';Persen']) {
    const file = csv(`Nama;Email${more}\nAn\uFFFD Rusak;rusak@contoh.id\nUtuh Sekali;utuh@contoh.id\n`)
    const { body } = await site.call('POST', '/admin/students/import', {
      token: admin.token,
      form: { file, dryRun: 'true' },
    })
    expect(body.data.rows).toMatchObject([
      { outcome: 'invalid', message: expect.stringContaining('huruf rusak') as string },
      { outcome: 'invited' },
    ])
  }
})

test.each([
  'Nama;Email\nBudi;bukan\nSiti Baik;siti-$@contoh.id\n',
  'Nama;Email;Persen\nBudi;bukan;5\nSiti Baik;siti-$@contoh.id;\n',
])('rows with mistakes are left out on request, and else nothing is imported: %j', async (text) => {
  const email = `siti-${text.length}@contoh.id`
  const send = (fields: Record<string, string>) =>
    site.call('POST', '/admin/students/import', {
      token: admin.token,
      form: { file: csv(text.replace('siti-$@contoh.id', email)), ...fields },
    })
  const isKnown = async () => (await site.app.modules.identity.findIdByEmail(email)) !== null
  expect([(await send({})).status, await isKnown()]).toEqual([422, false])
  const sent = await send({ skipMistakes: 'true' })
  expect([sent.status, sent.body.data.added, await isKnown()]).toEqual([200, 1, true])
  expect(sent.body.data.faulty).toContain('Budi;bukan;')
})

test('admins see before the press whose account an address is and who has none; instructors see neither', async () => {
  const instructor = await site.createInstructor()
  const own = await site.createCourse({ instructorId: instructor.id })
  const text = `Nama,Email\nNama Lain,${known.email}\nOrang Baru,baru@contoh.id\n`
  const rows = async ({ token }: SignedIn) =>
    (
      await site.call('POST', `/courses/${own.id}/students/import`, {
        token,
        form: { file: csv(text), dryRun: 'true' },
      })
    ).body.data.rows
  expect(await rows(admin)).toMatchObject([
    { outcome: 'added', name: 'Aña Café' },
    { outcome: 'unknown', name: 'Orang Baru' },
  ])
  expect(await rows(instructor)).toMatchObject([
    { outcome: 'added', name: '' },
    { outcome: 'added', name: '' },
  ])
})
