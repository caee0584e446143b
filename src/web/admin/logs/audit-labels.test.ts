import { expect, test } from 'vitest'
import { describeDetails } from './audit-labels.ts'

test.each<[string, Record<string, unknown>, string[]]>([
  ['nothing', {}, []],
  ['plain facts', { part: 'section', title: 'Cabang', rows: 4 }, ['yang diubah: bagian', 'judul: Cabang', 'baris: 4']],
  ['fields that changed', { changed: ['bodyHtml', 'images'], before: {}, after: {} }, ['berubah: isi, gambar']],
  [
    'values before and after',
    { changed: [], before: { priceIdr: 50_000, status: 'draft', author: '' }, after: { priceIdr: 45_000, status: 'published', author: 'Rani' } },
    ['harga: Rp\u00a050.000 → Rp\u00a045.000', 'status: draf → terbit', 'penulis: – → Rani'],
  ],
  ['a moment', { before: { publishedAt: null }, after: { publishedAt: '2026-11-20T05:00:00Z' } }, ['terbit: – → 20 Nov 2026, 12.00']],
  ['names without a label', { copyOf: 'x', flags: { a: 1 } }, ['copyOf: x', 'flags: {"a":1}']],
  [
    'empty values and database ids',
    { code: 'HEMAT', kind: 'amount-off', value: 5000, totalLimit: null, ebookId: null, copyOf: '01a1fe17-db28-72db-87fa-272773c031be' },
    ['kode: HEMAT', 'jenis: potongan', 'nilai: 5000'],
  ],
])('an entry with %s is described line by line', (_, details, lines) => expect(describeDetails(details)).toEqual(lines))
