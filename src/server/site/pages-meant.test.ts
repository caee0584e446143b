import { expect, test } from 'vitest'
import { settingTable } from '#contract/site/setting-table.ts'
import { readMeantPages, suggestPages } from './pages-meant.ts'

const site = { faq: settingTable.faq.initial, instructorApplications: false }

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
  ['bayar pakai gopay', ['Bagaimana cara membayar?'], 'pakai'],
  ['batalkan pesanan', ['Kebijakan Pengembalian Dana'], ''],
  ['kuitansi', ['Transaksi dan invoice'], ''],
  ['lupa password', ['Lupa password'], ''],
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
  const read = readMeantPages(q, site)
  expect([read.pages.map(({ title }) => title), read.rest]).toEqual([pages, rest])
})

test('while a name is typed, its page is suggested from the third letter on', () => {
  expect(suggestPages('ser', site).map(({ title }) => title)).toEqual(['Apakah dapat sertifikat?'])
  expect(suggestPages('e-bo', site).map(({ title }) => title)).toEqual(['Semua e-book'])
  expect(suggestPages('se', site)).toEqual([])
})

test('the code that the site announces is found, and no other', () => {
  const announcing = { ...site, announcedCode: 'HEMAT_50' }
  const found = [{ title: 'Kode promo HEMAT_50', path: '/sale' }]
  expect(readMeantPages('hemat_50', announcing).pages).toEqual(found)
  expect(suggestPages('hemat', announcing)).toEqual(found)
  expect(readMeantPages('hemat_50', site).pages).toEqual([])
})

test('questions that an owner wrote are found by the words that they gave them', () => {
  const own = [{ _id: 'oven', question: 'Perlu oven apa?', answer: 'Yang ada.', words: 'Oven, alat  dapur,, ' }]
  expect(readMeantPages('alat dapur', { ...site, faq: own }).pages).toEqual([
    { title: 'Perlu oven apa?', path: '/#faq-oven' },
  ])
  expect(readMeantPages('voucher', { ...site, faq: own }).pages).toEqual([])
})

test('how to become an instructor is found while people may apply, and a course about teaching stays a course', () => {
  const open = { ...site, instructorApplications: true }
  const becoming = { title: 'Jadi instruktur', path: '/jadi-instruktur' }
  expect(readMeantPages('cara menjadi instruktur', open).pages).toEqual([becoming])
  expect(suggestPages('jadi ins', open)).toEqual([becoming])
  expect(readMeantPages('jadi instruktur', site).pages).toEqual([])
  expect(readMeantPages('mengajar matematika', open)).toMatchObject({ pages: [], rest: 'mengajar matematika' })
})
