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
  course = await site.createCourse({ title: 'Kelas Kolom' })
  known = await site.createStudent('Budi Santoso')
  await offerTransfers(site)
  ;({ amount } = await openTransfer(site, await site.createStudent(), {
    courseId: (await site.createCourse({ price: 81_000 })).id,
  }))
})
afterAll(() => site.close())

const csv = (text: string) => new File([text], 'berkas.csv', { type: 'text/csv' })
/** As a browser sends a choice: one field a column. */
const fieldsOf = (columns: readonly string[] | undefined): Record<string, string> =>
  Object.fromEntries((columns ?? []).map((role, at) => [`columns[${at}]`, role]))
const today = () => jakartaDay(site.clock.now())

type Example = [header: string, row: () => string, columns: string[]]
type Upload = {
  name: string
  field: string
  send: (text: string, columns?: readonly string[], as?: SignedIn) => ReturnType<TestSite['call']>
  files: Example[]
  read: object[]
  lacking: [columns: string[], message: string][]
}

/** Every upload of a CSV whose columns are chosen where their names say too little, with a file of each way to be unclear. */
const uploads: Upload[] = [
  {
    name: 'people',
    field: 'file',
    send: (text: string, columns?: readonly string[], { token } = admin) =>
      site.call('POST', '/admin/students/import', {
        token,
        form: { file: csv(text), dryRun: 'true', ...fieldsOf(columns) },
      }),
    files: [
      ['Nama Sekolah;Email', () => 'SMA 1;budi1@kirim.id', ['name', 'email']],
      ['ชื่อ;อีเมล', () => 'Budi Santoso;budi2@kirim.id', ['name', 'email']],
      ['Nama;Email;Surel', () => 'Budi Santoso;lama@kirim.id;budi3@kirim.id', ['name', 'none', 'email']],
      ['Kontak;Siapa;Ikut', () => 'budi4@kirim.id;Budi Santoso;Kelas Kolom', ['email', 'name', 'course']],
    ],
    read: [{ outcome: 'invited' }],
    lacking: [
      [['none', 'email'], 'Pilih kolom untuk nama.'],
      [['name', 'none'], 'Pilih satu kolom untuk email.'],
    ],
  },
  {
    name: 'students of a course',
    field: 'file',
    send: (text: string, columns?: readonly string[], { token } = admin) =>
      site.call('POST', `/courses/${course.id}/students/import`, {
        token,
        form: { file: csv(text), dryRun: 'true', ...fieldsOf(columns) },
      }),
    files: [
      ['Kontak;Siapa', () => `${known.email};Budi`, ['email', 'name']],
      ['Email Sekolah;Email Kantor', () => `sma@kirim.id;${known.email}`, ['none', 'email']],
    ],
    read: [{ outcome: 'added' }],
    lacking: [[['none', 'name'], 'Pilih satu kolom untuk email.']],
  },
  {
    name: 'bank statement',
    field: 'statement',
    send: (text: string, columns?: readonly string[], { token } = admin) =>
      site.call('POST', '/admin/transfers/statement', { token, form: { statement: csv(text), ...fieldsOf(columns) } }),
    files: [
      ['Hari;Catatan;Duit', () => `${today()};DARI BUDI;${amount}`, ['date', 'description', 'credit']],
      [
        'Tanggal;Keterangan;Jumlah;Golongan',
        () => `${today()};BUDI;${amount};CREDIT NOTE`,
        ['date', 'description', 'credit', 'none'],
      ],
      ['Tanggal Mutasi;Tanggal Valuta;Kredit', () => `01/01/2020;${today()};${amount}`, ['none', 'date', 'credit']],
    ],
    read: [{ amount: expect.any(Number) as number, status: 'suggested' }],
    lacking: [[['date', 'none', 'none'], 'Pilih satu kolom untuk uang masuk, atau satu untuk jumlah.']],
  },
]
const rowsOf = ({ body }: { body: { data: { rows?: unknown[]; lines?: unknown[] } } }) =>
  body.data.rows ?? body.data.lines

describe.each(uploads)('a CSV of $name', ({ field, send, files, read, lacking }) => {
  test.each(files)(
    'with the columns %s is not guessed: its first rows are shown, the choice is read, and kept for the next file',
    async (header, row, columns) => {
      const text = `${header}\n${row()}\n`
      const asked = await send(text)
      expect([asked.status, asked.body.code, Object.keys(asked.body.errors as object)]).toEqual([
        422,
        'columns-unsure',
        [field],
      ])
      const { table } = asked.body
      expect(table.columns.map(({ name, values }: { name: string; values: string[] }) => [name, values[0]])).toEqual(
        header.split(';').map((name, at) => [name, text.split('\n')[1]?.split(';')[at]]),
      )
      const chosen = await send(text, columns)
      expect([chosen.status, rowsOf(chosen)]).toMatchObject([200, read])
      expect(chosen.body.data.table).toMatchObject({
        isChosen: true,
        columns: columns.map((role) => ({ role: role === 'none' ? null : role })),
      })
      const next = await send(`Judul\n${header.toUpperCase()};Baris;Masalah\n${text.split('\n')[1]}\n`)
      expect([next.status, rowsOf(next)]).toMatchObject([200, read])
      expect((await send(text, undefined, await site.createAdmin())).status).toBe(422)
    },
  )

  test('a choice that lacks what is needed says so beside the columns, and is not kept', async () => {
    const [header, row] = files[0] as Example
    const admin2 = await site.createAdmin()
    for (const [columns, message] of lacking) {
      const { status, body } = await send(`${header}\n${row()}\n`, columns, admin2)
      expect([status, body.errors]).toEqual([422, { columns: message }])
    }
    expect((await send(`${header}\n${row()}\n`, undefined, admin2)).body.code).toBe('columns-unsure')
  })

  test('roles that it does not have are refused, and so are too many columns', async () => {
    const [header, row] = files[0] as Example
    const text = `${header}\n${row()}\n`
    for (const columns of [['<script>'], Array.from({ length: 501 }, () => 'none')])
      expect((await send(text, columns)).status).toBe(422)
  })
})

test('a file without names of columns is asked for each time', async () => {
  const { send } = uploads[0] as Upload
  const text = 'Siti Aminah;siti-tanpa@kirim.id\nAni Lestari;ani-tanpa@kirim.id\n'
  expect((await send(text)).body.code).toBe('columns-unsure')
  expect((await send(text, ['name', 'email'])).body.data.rows).toMatchObject([
    { line: 1, name: 'Siti Aminah' },
    { line: 2, name: 'Ani Lestari' },
  ])
  expect((await send(text)).body.code).toBe('columns-unsure')
})

test('a sure reading says which column is what and which are not read', async () => {
  const { send } = uploads[0] as Upload
  const { body } = await send('No HP;Nama;Email;Nama Sekolah\n0812;Budi Santoso;budi-pasti@kirim.id;SMA 1\n')
  expect(body.data.table).toMatchObject({
    isChosen: false,
    columns: [{ role: null }, { role: 'name' }, { role: 'email' }, { role: null }],
  })
})
