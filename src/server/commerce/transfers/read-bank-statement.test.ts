import { expect, test } from 'vitest'
import { readDay } from '#contract/kit/format/read-date.ts'
import { readCsv } from '#server/platform/csv/index.ts'
import { readAmount } from './read-amount.ts'
import { readBankStatement, bankStatementReader } from './read-bank-statement.ts'

const now = new Date('2026-11-21T03:00:00Z')
const read = async (text: string) => {
  const table = await readCsv({ userId: 'an admin', field: 'statement' }, text)
  const found = 'records' in table ? bankStatementReader(now).find(table.records) : null
  return found && { ...readBankStatement(found, now), isSure: found.isSure }
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
  ['330.272,50', 330_272.5],
  ['Rp 1.500.000,00', 1_500_000],
  ['Rp1.500.000,-', 1_500_000],
  ['+ 1.500.000', 1_500_000],
  ['IDR 1,500,000.00', 1_500_000],
  ['１.５００.０００', 1_500_000],
  ['\u200E1.500.000\u00A0', 1_500_000],
  ['(1.500.000,00)', null],
  ['1.500.000-', null],
  ['Rp 1.500.000.-', 1_500_000],
  ['Rp 1.500.000,--', 1_500_000],
  ['1,234,567.891', 1_234_567.891],
  ['−1.500.000', null],
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

test.each([
  ['Tgl. Transaksi,Uraian Transaksi,Tipe,Jumlah Pembayaran,Saldo', '20/11/26,TRF BUDI,Cr.,"89.123,00",1'],
  ['POST DATE,VALUE DATE,TRX DESC,DEBIT,KREDIT,SALDO', '20-11-2026,20-11-2026,TRF BUDI,0,89123,1'],
])('the description is read of %s', async (header, row) =>
  expect(await read(`${header}\n${row}`)).toMatchObject({
    credits: [{ day: '2026-11-20', amountIdr: 89_123, description: 'TRF BUDI' }],
    isSure: true,
  }),
)

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

test('lines below a payment that go on with its description belong to it, and do not make it another payment', async () => {
  const header = 'Tanggal;Keterangan;Debet;Kredit;Saldo'
  const rows = ['20/11/2026;TRSF SITI;;89.123,00;1', '20/11/2026;BIAYA;500,00;;2']
  const more = [rows[0], ';KL-7F3K9-MWX2P;;;', ';BANK BCA;;;', rows[1], ';KL-CCCCC-CCCCC;;;', ';;Total;89.123,00;']
  const [plain, found] = [await read([header, ...rows].join('\n')), await read([header, ...more].join('\n'))]
  expect(found?.credits).toMatchObject([
    { line: 2, description: 'TRSF SITI KL-7F3K9-MWX2P BANK BCA', orderIds: ['KL-7F3K9-MWX2P'] },
  ])
  expect(found?.credits.map(({ key }) => key)).toEqual(plain?.credits.map(({ key }) => key))
})

test.each([
  ['Tgl;Jam;Ket;Debit;Kredit;Saldo', '20/11/2026;10:12;DARI SITI;;89.123;1'],
  ['Txn Date;Narration;DR;CR;Bal', '20/11/2026;DARI SITI;;89.123;1'],
  ['Waktu;Info;Nominal;Jenis', '20/11/2026 10.12;DARI SITI;89.123;Kredit'],
])('a text is shown whatever its column is called: %s', async (header, row) =>
  expect(await read(`${header}\n${row}`)).toMatchObject({
    credits: [{ day: '2026-11-20', amountIdr: 89_123, description: expect.stringContaining('DARI SITI') as string }],
  }),
)

test('days are read in the order of their column', async () => {
  const rows = (...days: string[]) => ['Date,Details,Credit', ...days.map((day) => `${day},DARI SITI,"89,123.00"`)]
  const daysOf = async (...days: string[]) => (await read(rows(...days).join('\n')))?.credits.map(({ day }) => day)
  expect(await daysOf('07/05/2026', '11/20/2026')).toEqual(['2026-07-05', '2026-11-20'])
  expect(await daysOf('07/05/2026', '20/11/2026')).toEqual(['2026-05-07', '2026-11-20'])
  expect(await daysOf('07/05/2026')).toEqual(['2026-05-07'])
  // Neither order fits all of them: what does not fit is named.
  expect(await daysOf('11/20/2026', '20/11/2026')).toEqual(['2026-11-20'])
})

test('anything else is no statement', async () => {
  expect(await read('nama,alamat\nBudi,Jakarta')).toBeNull()
  expect(await read('')).toBeNull()
})

const tables: [string, string[]][] = [
  [
    'BRI, as its CSV names them',
    [
      'NOREK;TGL_TRAN;TGL_EFEKTIF;JAM_TRAN;DESK_TRAN;SALDO_AWAL_MUTASI;MUTASI_DEBET;MUTASI_KREDIT;SALDO_AKHIR_MUTASI;GLSIGN',
      '123;20/11/2026;20/11/2026;101112;DARI SITI;0,00;0,00;89.123,00;1.000.000,00;C',
      '123;20/11/2026;20/11/2026;101112;BIAYA;0,00;500,00;0,00;999.500,00;D',
    ],
  ],
  [
    'Mandiri MCM',
    [
      'AccountNo,Ccy,PostDate,Remarks,AdditionalDesc,Credit Amount,Debit Amount,Close Balance',
      '123,IDR,20/11/2026,DARI SITI,,"89,123.00",.00,"1,000,000.00"',
      '123,IDR,20/11/2026,BIAYA,,.00,500.00,"999,500.00"',
    ],
  ],
  [
    'Mandiri Livin',
    [
      'Tanggal;Keterangan;Nominal (IDR);Saldo (IDR)',
      '20 Nov 2026;DARI SITI;+89.123,00;1.000.000,00',
      '20 Nov 2026;BIAYA;-500,00;999.500,00',
    ],
  ],
  [
    'BNI',
    [
      'Laporan mutasi',
      'Posting Date,Effective Date,Branch,Journal,Transaction Description,Amount,DB/CR,Balance',
      '20/11/26 10.11.12,20/11/26,0259,1,DARI SITI,"89,123.00",K,"1,000,000.00"',
      '20/11/26 10.11.12,20/11/26,0259,2,BIAYA,"500.00",D,"999,500.00"',
    ],
  ],
  [
    'CIMB',
    [
      'Transaction Date,Transaction Description,Debit,Credit,Running Balance',
      '20-Nov-2026,DARI SITI,,"89,123.00","1,000,000.00"',
      '20-Nov-2026,BIAYA,500.00,,"999,500.00"',
    ],
  ],
  [
    'BSI',
    [
      'Nomor Rekening;7123',
      'Tanggal Trx;Uraian;Tipe;Nominal Transaksi;Saldo Akhir',
      '2026-11-20 10:11:12;DARI SITI;Kredit;89.123,00;1.000.000,00',
      '2026-11-20 10:11:12;BIAYA;Debet;500,00;999.500,00',
    ],
  ],
  [
    'Bank Jatim',
    [
      'Tgl. Transaksi;Keterangan;Debet (Rp);Kredit (Rp);Saldo (Rp)',
      '20/11/2026;DARI SITI;-;89.123;1.000.000',
      '20/11/2026;BIAYA;500;-;999.500',
    ],
  ],
  [
    'a sign and nothing else',
    ['Date & Time,Details,Amount', '2026-11-20 10:11,DARI SITI,89123', '2026-11-20 10:12,BIAYA,-500'],
  ],
  ['a plus', ['Tanggal & Waktu;Rincian;Jumlah (Rp)', '20/11/2026 10.11;DARI SITI;+ Rp 89.123']],
  ['brackets', ['Tanggal;Uraian;Mutasi', '20/11/2026;DARI SITI;89.123,00', '20/11/2026;BIAYA;(500,00)']],
  ['upright lines between cells', ['Tanggal|Uraian|Debit|Kredit', '20/11/2026|DARI SITI, LUNAS|0|89.123,00']],
  [
    'a header of two rows, merged',
    [
      'LAPORAN;;;',
      'Tanggal;Uraian;Mutasi;',
      ';;Debet;Kredit',
      '20/11/2026;DARI SITI;;89.123,00',
      '20/11/2026;BIAYA;500;',
    ],
  ],
  [
    'directions in words',
    ['Tanggal;Uraian;Jenis;Nominal', '20/11/2026;DARI SITI;Uang masuk;89.123', '20/11/2026;BIAYA;Uang keluar;500'],
  ],
  ['Kr. and Db.', ['Tanggal;Uraian;Tipe;Nominal', '20/11/2026;DARI SITI;Kr.;89.123', '20/11/2026;BIAYA;Db.;500']],
  [
    'a mark at the end of the amount',
    ['Tgl;Berita;Mutasi;Saldo', '20/11;DARI SITI;89.123,00 CR;1.000.000,00', '20/11;BIAYA;500,00 DB;999.500,00'],
  ],
]
test.each(tables)('reads %s', async (_, lines) => {
  const found = await read(lines.join('\n'))
  expect([found?.credits, found?.faulty]).toMatchObject([
    [{ day: '2026-11-20', amountIdr: 89_123, description: expect.stringContaining('DARI SITI') as string }],
    [],
  ])
})

test('an amount of which nothing says whether it came in is a line to look at', async () =>
  expect(await read('Tanggal;Keterangan;Jumlah\n20/11/2026;DARI SITI;89.123')).toMatchObject({
    credits: [],
    faulty: [{ line: 2 }],
  }))

test('a line with several faults names all of them, and a line about sums none', async () => {
  const lines = [
    'Tanggal;Keterangan;Kredit',
    '20/11/2026;DARI SITI;89.123',
    '32/13/2026;DARI BUDI;89.1x23',
    '32/13/2026;DARI RINA;89.124',
    '20/11/2026;DARI TONO;89.1x23',
    'Jumlah;;1.000.1x23',
  ]
  expect((await read(lines.join('\n')))?.faulty).toEqual([
    { line: 3, message: 'Tanggal tidak terbaca. Jumlah tidak terbaca' },
    { line: 4, message: 'Tanggal tidak terbaca' },
    { line: 5, message: 'Jumlah tidak terbaca' },
  ])
})

test.each([
  'KLS-01JD8X5M2K9Q4R7T3V6W8Y0Z1A',
  'kls 01jd8x5m2k 9q4r7t3v6w 8y0z1a',
  'TRF/KLS01JD8X5M2K9Q4R7T3V6W8Y0Z1A/BUDI',
  'KLS-O1JD8X5M2K9Q4R7T3V6W8Y0ZIA',
])('finds the number of an order in %j', async (text) => {
  const found = await read(`Tanggal;Keterangan;Kredit\n20/11/2026;${text};89.123`)
  expect(found?.credits[0]?.orderIds).toEqual(['KLS-01JD8X5M2K9Q4R7T3V6W8Y0Z1A'])
})
