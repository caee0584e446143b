import { expect, test } from 'vitest'
import { readMeantPages, suggestPages } from './pages-meant.ts'

test.each([
  ['e-book', ['Semua e-book'], ''],
  ['EBOOK', ['Semua e-book'], ''],
  ['ebook git', ['Semua e-book'], 'git'],
  ['tips belajar css', ['Semua tips'], 'belajar css'],
  ['sertifikat', ['Cara mendapat sertifikat'], ''],
  ['sertifkat', ['Cara mendapat sertifikat'], ''],
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
  const read = readMeantPages(q)
  expect([read.pages.map(({ title }) => title), read.rest]).toEqual([pages, rest])
})

test('while a name is typed, its page is suggested from the third letter on', () => {
  expect(suggestPages('ser').map(({ title }) => title)).toEqual(['Cara mendapat sertifikat'])
  expect(suggestPages('e-bo').map(({ title }) => title)).toEqual(['Semua e-book'])
  expect(suggestPages('se')).toEqual([])
})
