import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '#contract/kit/days.ts'
import type { SignedIn } from '#testing/factories.ts'
import { decide, offerTransfers, openTransfer } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  await offerTransfers(site)
})
afterAll(() => site.close())

const read = (content: BlobPart, { token } = admin) =>
  site.call('POST', '/admin/transfers/statement', {
    token,
    form: { statement: new File([content], 'mutasi.csv', { type: 'text/csv' }) },
  })
const open = async (price: number) =>
  openTransfer(site, await site.createStudent(), { courseId: (await site.createCourse({ price })).id })
const today = () => jakartaDay(site.clock.now()).split('-').toReversed().join('/')
const bri = (...rows: string[]) => ['TANGGAL;TRANSAKSI;DEBET;KREDIT;SALDO', ...rows].join('\n')
const credit = (amount: number, text: string, day = today()) =>
  `${day};${text};0,00;${amount.toLocaleString('id-ID')},00;0,00`

test('suggests the order of the same amount on a day when it was open, and approves nothing by itself', async () => {
  const [one, two] = [await open(81_000), await open(82_000)]
  const { status, body } = await read(
    bri(
      credit(one.amount, 'DARI BUDI'),
      credit(12_345, 'LAIN'),
      credit(two.amount, 'TAHUN LALU', '01/02/2025'),
      `${today()};BIAYA;1.000,00;0,00;0,00`,
    ),
  )
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    lines: [{ line: 2, amount: one.amount, status: 'suggested', suggestions: [{ _id: one.transactionId }] }],
    unmatched: 2,
    skipped: 1,
  })
  expect((await site.call('GET', `/admin/transfers?q=${one.amount}`, { token: admin.token })).body.data[0].state).toBe(
    'open',
  )
})

test('a payment is used once: neither twice in a file nor in another file', async () => {
  const [one, two] = [await open(83_000), await open(84_000)]
  const text = bri(credit(one.amount, 'DARI SITI'), credit(one.amount, 'DARI SITI'))
  const [first, repeated] = (await read(text)).body.data.lines
  expect([first.status, repeated.status, repeated.suggestions]).toEqual(['suggested', 'repeated', []])
  expect((await decide(site, admin, one.transactionId, 'approve', { statementLine: first.key })).status).toBe(200)
  expect((await read(text)).body.data.lines).toMatchObject([{ status: 'used', suggestions: [] }])
  expect((await decide(site, admin, two.transactionId, 'approve', { statementLine: first.key })).body.code).toBe(
    'line-used',
  )
})

test.each([
  ['UTF-16 of Excel', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  [
    'title rows above the table',
    (text: string) =>
      Buffer.from(`Informasi Rekening\nNo. rekening : 123\nPeriode : 01/11/2026 - 30/11/2026\n\n${text}`),
  ],
])('reads %s', async (_, encode) => {
  const { amount, transactionId } = await open(85_000)
  const { body } = await read(new Uint8Array(encode(bri(credit(amount, 'DARI SITI NÉ')))))
  expect(body.data.lines).toMatchObject([{ suggestions: [{ _id: transactionId }] }])
})

test('an order that the payment names is suggested although the amount differs; what belongs to none is listed', async () => {
  const { amount, transactionId } = await open(87_000)
  const { data } = (await site.call('GET', `/admin/transfers?q=${amount}`, { token: admin.token })).body
  const { body } = await read(
    bri(
      credit(87_000, `TRF ${data[0].orderId.replace('-', '')} BUDI`),
      credit(4_321, 'DARI ANI'),
      `${today()};BUNGA;0,00;330.272,50;0,00`,
      credit(9_999_999_999, 'BESAR'),
    ),
  )
  expect(body.data.lines).toMatchObject([
    { line: 2, status: 'suggested', suggestions: [{ _id: transactionId, amount }] },
  ])
  expect([body.data.unmatched, body.data.others]).toMatchObject([
    3,
    [
      { line: 3, amount: 4_321, description: 'DARI ANI' },
      { line: 4, amount: 330_272.5 },
      { line: 5, amount: 9_999_999_999 },
    ],
  ])
})

const short = () => today().replace(/\/20(\d\d)$/, '/$1')
const english = (amount: number) => `${amount.toLocaleString('en-US')}.00`
const banks: [string, (amount: number) => string][] = [
  [
    'BCA',
    (amount) =>
      `Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n${`'${short()},TRSF E-BANKING CR NÉ,'0000,"${english(amount)}",CR,"9,000,000.00"\n`.repeat(2)}`,
  ],
  [
    'Mandiri',
    (amount) =>
      `Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit,\n${`1230001112223,${short()},${short()},8888,DARI NÉ,Fee,,.00,"${english(amount)}",\n`.repeat(2)}`,
  ],
  ['BRI', (amount) => bri(credit(amount, 'DARI NÉ'), credit(amount, 'DARI NÉ'))],
]
const encodings: [string, (text: string) => Uint8Array<ArrayBuffer>][] = [
  ['Windows-1252', (text) => new Uint8Array(Buffer.from(text, 'latin1'))],
  ['UTF-16', (text) => new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))],
  ['UTF-8 with carriage returns', (text) => new Uint8Array(Buffer.from(text.replaceAll('\n', '\r\n')))],
]

test.each(banks)(
  'a statement of %s in any of the usual encodings has a payment once, also when its line is there twice',
  async (bank, write) => {
    const { amount, transactionId } = await open(86_000)
    for (const [encoding, encode] of encodings) {
      const { status, body } = await read(encode(write(amount)))
      expect([status, body.data?.lines], `${bank} ${encoding}`).toMatchObject([
        200,
        [
          { status: 'suggested', suggestions: [{ _id: transactionId }] },
          { status: 'repeated', suggestions: [] },
        ],
      ])
    }
  },
)

test.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
  ['HTML', '<!doctype html><table><tr><td>Tanggal</td></tr></table>'],
  ['an empty file', ''],
  ['more than 5,000 rows', `TANGGAL;TRANSAKSI;DEBET;KREDIT;SALDO\n${'20/11/2026;X;0,00;1.000,00;0\n'.repeat(5_001)}`],
])('%s is an error of the field', async (_, content) => {
  const { status, body } = await read(content)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['statement']])
})

test('more than 1 MB is rejected before it is read', async () => {
  const { status, body } = await read('x'.repeat(1024 * 1024 + 1))
  expect([status, Object.keys(body.errors)]).toEqual([413, ['statement']])
})

test('is read for admins only', async () => {
  expect((await read(bri(), await site.createStudent())).status).toBe(403)
})
