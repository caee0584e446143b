import { expect, test } from 'vitest'
import { describeDetails } from './describe-details.ts'

test.each<[string, Record<string, unknown>, string[]]>([
  ['nothing', {}, []],
  ['plain facts', { part: 'section', title: 'Cabang', rows: 4 }, ['yang diubah: bagian', 'judul: Cabang', 'baris: 4']],
  ['fields that changed', { changed: ['bodyHtml', 'images'], before: {}, after: {} }, ['berubah: isi, gambar']],
  [
    'values before and after',
    {
      changed: [],
      before: { priceIdr: 50_000, status: 'draft', author: '' },
      after: { priceIdr: 45_000, status: 'published', author: 'Rani' },
    },
    ['harga: Rp\u00a050.000 menjadi Rp\u00a045.000', 'status: draf menjadi tayang', 'penulis: – menjadi Rani'],
  ],
  [
    'a moment',
    { before: { publishedAt: null }, after: { publishedAt: '2026-11-20T05:00:00Z' } },
    ['tayang: – menjadi 20 Nov 2026, 12.00'],
  ],
  ['a new role', { from: 'student', to: 'instructor' }, ['Siswa menjadi Instruktur']],
  [
    'a new address',
    { email: { from: 'lama@contoh.id', to: 'baru@contoh.id' } },
    ['email: lama@contoh.id menjadi baru@contoh.id'],
  ],
  [
    'settings, whose names are not repeated',
    {
      changed: ['claim', 'seller', 'bodyHtml'],
      before: { claim: 'A', 'seller.name': 'PT A' },
      after: { claim: 'B', 'seller.name': 'PT B' },
    },
    ['berubah: isi', 'klaim: A menjadi B', 'nama penjual: PT A menjadi PT B'],
  ],
  [
    'stored values',
    {
      method: 'password',
      secondStep: 'recovery-code',
      scopes: ['courses:read'],
      events: ['purchase.paid'],
      reason: 'gone',
      kind: 'erasure',
    },
    [
      'cara: password',
      'langkah kedua: kode pemulihan',
      'izin: Baca kelas',
      'kejadian: Pembelian dibayar',
      'alasan: penerimanya sudah tidak ada',
      'jenis: Hapus data',
    ],
  ],
  ['names without a label', { salinan: 'x', flags: { a: 1 } }, ['salinan: x', 'flags: {"a":1}']],
  [
    'empty values and database ids',
    {
      code: 'HEMAT',
      kind: 'amount-off',
      value: 5000,
      totalLimit: null,
      ebookId: null,
      copyOf: '01a1fe17-db28-72db-87fa-272773c031be',
    },
    ['kode: HEMAT', 'jenis: potongan', 'nilai: 5000'],
  ],
])('an entry with %s is described line by line', (_, details, lines) =>
  expect(describeDetails(details).map(({ text }) => text)).toEqual(lines),
)

const id = (number: number) => `01a1fe17-db28-72db-87fa-${String(number).padStart(12, '0')}`

test('ids are shown by their names, and a long list is folded behind its length', () => {
  const names = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [id(number), `Siswa ${number}`]))
  expect(describeDetails({ userId: id(1) }, names)).toEqual([{ text: 'siswa: Siswa 1' }])
  expect(describeDetails({ users: [id(1), id(2)] }, names)).toEqual([{ text: 'pengguna: Siswa 1, Siswa 2' }])
  const all = [1, 2, 3, 4, 5, 6, 7].map(id)
  expect(describeDetails({ users: all }, names)).toEqual([
    {
      text: 'pengguna: 7',
      items: ['Siswa 1', 'Siswa 2', 'Siswa 3', 'Siswa 4', 'Siswa 5', 'Siswa 6', '1 lainnya atau sudah dihapus'],
    },
  ])
  expect(describeDetails({ before: { instructorId: id(1) }, after: { instructorId: id(9) } }, names)).toEqual([
    { text: 'instruktur: Siswa 1 menjadi sudah dihapus' },
  ])
  expect(
    describeDetails({ before: { sharePercent: {} }, after: { sharePercent: { [id(1)]: 50, [id(2)]: 20 } } }, names),
  ).toEqual([{ text: 'bagian: – menjadi Siswa 1 50%, Siswa 2 20%' }])
})
