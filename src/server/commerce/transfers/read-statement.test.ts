import { expect, test } from 'vitest'
import { readCsv } from '#server/platform/csv/index.ts'
import { readAmount, readDay, readStatement } from './read-statement.ts'

const now = new Date('2026-11-21T03:00:00Z')
const read = async (text: string) => {
  const table = await readCsv({ userId: 'an admin', field: 'statement' }, text)
  return 'records' in table ? readStatement(table.records, now) : null
}

test.each([
  ['89,123.00', 89_123],
  ['89.123,00', 89_123],
  ['1,089,123.00', 1_089_123],
  ['89.123', 89_123],
  ['Rp 89.123', 89_123],
  ['Rp89123', 89_123],
  ["'89123.00", 89_123],
  ['.00', 0],
  ['', null],
  ['-89,123.00', null],
  ['89,123.50', null],
  ['abc', null],
])('the amount %s is %s', (text, amount) => expect(readAmount(text)).toBe(amount))

test.each([
  ['2026-11-20 10:11:12', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['20-11-26', '2026-11-20'],
  ['20 Nov 2026', '2026-11-20'],
  ['05-Mei-26', '2026-05-05'],
  ["'20/11", '2026-11-20'],
  ['22/11', '2026-11-22'],
  ['23/11', '2025-11-23'],
  ['31/12', '2025-12-31'],
  ['31/02/2026', null],
  ['PEND', null],
])('the day %s is %s', (text, day) => expect(readDay(text, now)).toBe(day))

test('reads BCA: title rows, a day without a year, one amount column that a cell marks as CR or DB', async () => {
  const text = [
    'Tanggal,Keterangan,Cabang,Jumlah,,Saldo',
    '\'20/11,TRSF E-BANKING CR 2011/FTSCY/WS95031 BUDI,\'0000,"89,123.00",CR,"1,089,123.00"',
    '\'20/11,BIAYA ADM,\'0000,"15,000.00",DB,"1,074,123.00"',
    'Saldo Awal,:,,"1,000,000.00",,',
  ].join('\n')
  expect(await read(text)).toMatchObject({
    credits: [{ line: 2, day: '2026-11-20', amountIdr: 89_123, description: expect.stringContaining('BUDI') }],
    skipped: 2,
  })
})

test('reads Mandiri: columns for debit and credit', async () => {
  const text = [
    'Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit,',
    '1230001112223,20/11/26,20/11/26,8888,MCM InhouseTrf DARI SITI,Transfer Fee,,.00,"89,123.00",',
    '1230001112223,20/11/26,20/11/26,8888,Biaya,,,"2,500.00",.00,',
  ].join('\n')
  expect(await read(text)).toMatchObject({
    credits: [{ day: '2026-11-20', amountIdr: 89_123, description: expect.stringContaining('SITI') }],
    skipped: 1,
  })
})

test('reads BRI: semicolons, a time, points in amounts', async () => {
  const text = [
    'TANGGAL;TRANSAKSI;DEBET;KREDIT;SALDO',
    '20/11/2026 09:08:07;NBMB ANDI TO PT CENDAKI;0,00;89.123,00;1.000.000,00',
  ].join('\n')
  expect(await read(text)).toMatchObject({ credits: [{ day: '2026-11-20', amountIdr: 89_123 }], skipped: 0 })
})

test('equal payments are counted, so that each has a name of its own', async () => {
  const row = '20/11/2026;NBMB ANDI;0,00;89.123,00;1.000.000,00'
  const { credits = [] } = (await read(['TANGGAL;TRANSAKSI;DEBET;KREDIT;SALDO', row, row].join('\n'))) ?? {}
  expect(credits.map(({ nth }) => nth)).toEqual([0, 1])
  expect(new Set(credits.map(({ key }) => key)).size).toBe(2)
})

test('anything else is no statement', async () => {
  expect(await read('nama,alamat\nBudi,Jakarta')).toBeNull()
  expect(await read('')).toBeNull()
})
