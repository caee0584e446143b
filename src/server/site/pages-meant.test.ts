import { expect, test } from 'vitest'
import { settingTable } from '#contract/site/setting-table.ts'
import { readMeantPages, suggestPages } from './pages-meant.ts'

const faq = settingTable.faq.initial

test.each([
  ['e-book', ['Semua e-book'], ''],
  ['EBOOK', ['Semua e-book'], ''],
  ['ebook git', ['Semua e-book'], 'git'],
  ['tips belajar css', ['Semua tips'], 'belajar css'],
  ['sertifikat', ['Apakah dapat sertifikat?'], ''],
  ['sertifkat', ['Apakah dapat sertifikat?'], ''],
  ['voucher', ['Bagaimana memakai kode promo atau voucher?'], ''],
  ['Kode promo', ['Bagaimana memakai kode promo atau voucher?'], ''],
  ['transfer bank', ['Bagaimana cara membayar?'], ''],
  ['hadiah', ['Bisa membelikan kelas untuk orang lain?'], ''],
  ['hapus akun', ['Kebijakan Privasi'], ''],
  ['promo laravel', ['Flash Sale'], 'laravel'],
  ['refund', ['Kebijakan Pengembalian Dana'], ''],
  ['paket naik level', ['Semua paket'], 'naik level'],
  ['ebook dan tips', ['Semua e-book', 'Semua tips'], 'dan'],
  // Words that only resemble a name.
  ['tipe data', [], 'tipe data'],
  ['bookmark', [], 'bookmark'],
  ['', [], ''],
  ['🙂', [], ''],
])('%j means the pages %j and searches %j', (q, pages, rest) => {
  const read = readMeantPages(q, faq)
  expect([read.pages.map(({ title }) => title), read.rest]).toEqual([pages, rest])
})

test('while a name is typed, its page is suggested from the third letter on', () => {
  expect(suggestPages('ser', faq).map(({ title }) => title)).toEqual(['Apakah dapat sertifikat?'])
  expect(suggestPages('e-bo', faq).map(({ title }) => title)).toEqual(['Semua e-book'])
  expect(suggestPages('se', faq)).toEqual([])
})

test('questions that an owner wrote are found by the words that they gave them', () => {
  const own = [{ _id: 'oven', question: 'Perlu oven apa?', answer: 'Yang ada.', words: 'Oven, alat  dapur,, ' }]
  expect(readMeantPages('alat dapur', own).pages).toEqual([{ title: 'Perlu oven apa?', path: '/#faq-oven' }])
  expect(readMeantPages('voucher', own).pages).toEqual([])
})
