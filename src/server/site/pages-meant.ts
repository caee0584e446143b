import { paths } from '#contract/kit/paths.ts'
import type { FaqItem } from '#contract/site/home.ts'
import type { MeantPage } from '#contract/site/site.ts'
import { cleanText, editDistance, maximumTypos } from '#server/platform/search-text.ts'

type Meant = { page: MeantPage; kind: 'ebooks' | 'tips' | 'bundles' | null; words: readonly string[] }

/** Pages that a search may mean, and the words that name them: lower case, without signs. */
const fixedPages: readonly Meant[] = [
  {
    page: { title: 'Semua e-book', path: paths.ebooks() },
    kind: 'ebooks',
    words: ['e book', 'e books', 'ebook', 'ebooks', 'buku digital', 'buku elektronik'],
  },
  {
    page: { title: 'Semua jalur belajar', path: paths.learningPaths() },
    kind: null,
    words: ['jalur', 'jalur belajar', 'learning path', 'roadmap', 'kurikulum'],
  },
  { page: { title: 'Semua tips', path: paths.tips() }, kind: 'tips', words: ['tips', 'tip', 'trik'] },
  {
    page: { title: 'Semua paket', path: paths.bundles() },
    kind: 'bundles',
    words: ['paket', 'bundle', 'bundel', 'bundling'],
  },
  {
    page: { title: 'Kebijakan Pengembalian Dana', path: paths.refunds() },
    kind: null,
    words: [
      'refund',
      'pengembalian dana',
      'dana kembali',
      'minta uang kembali',
      'garansi uang kembali',
      'uang kembali',
      'kembalikan uang',
      'batal beli',
      'batalkan pesanan',
      'pembatalan',
      'batal',
    ],
  },
  {
    page: { title: 'Kebijakan Privasi', path: paths.privacy() },
    kind: null,
    words: ['privasi', 'data pribadi', 'privacy', 'hapus akun'],
  },
  {
    page: { title: 'Syarat dan Ketentuan', path: paths.terms() },
    kind: null,
    words: ['syarat', 'ketentuan', 'syarat dan ketentuan', 'terms'],
  },
  {
    page: { title: 'Transaksi dan invoice', path: paths.transactions() },
    kind: null,
    words: ['invoice', 'faktur', 'kuitansi', 'kwitansi', 'bukti pembayaran', 'bukti transfer', 'pesanan saya'],
  },
  {
    page: { title: 'Lupa password', path: paths.forgotPassword() },
    kind: null,
    words: ['lupa password', 'lupa kata sandi', 'lupa sandi', 'reset password', 'ganti password'],
  },
  { page: { title: 'Flash Sale', path: paths.sale() }, kind: null, words: ['flash sale', 'diskon', 'promo', 'obral'] },
]

/** Named by phrases only: a course may be about teaching. */
const becomingInstructor: Meant = {
  page: { title: 'Jadi instruktur', path: paths.becomeInstructor() },
  kind: null,
  words: [
    'jadi instruktur',
    'menjadi instruktur',
    'daftar instruktur',
    'jadi pengajar',
    'menjadi pengajar',
    'jadi mentor',
  ],
}

type Site = {
  faq: readonly FaqItem[]
  instructorApplications: boolean
  /** The code that the site announces now. */
  announcedCode?: string | null
}

const saleWith = (code: string): Meant => ({
  page: { title: `Kode promo ${code}`, path: paths.sale() },
  kind: null,
  words: [plain(code)],
})

/** The announced code, the questions of the home page by the words that the owner gave them, longer ones first ("kode promo" before "promo"), and the fixed pages. */
const meantPages = ({ faq, instructorApplications, announcedCode }: Site): Meant[] => [
  ...(announcedCode ? [saleWith(announcedCode)] : []),
  ...faq.map(({ _id: id, question, words }) => ({
    page: { title: question, path: paths.faq(id) },
    kind: null,
    words: words
      .split(',')
      .map(plain)
      .filter((word) => word !== '')
      .toSorted((one, other) => other.length - one.length),
  })),
  ...(instructorApplications ? [becomingInstructor] : []),
  ...fixedPages,
]

/** Shorter words differ by one letter from too many others: "tipe" is not "tips". */
const minimumMisspelledLength = 8
/** Shorter beginnings would name a page in almost every search. */
const minimumPrefixLength = 3

const plain = (text: string): string =>
  cleanText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The pages that the words of a search name, and the search without these words. */
export function readMeantPages(
  q: string,
  site: Site,
): { pages: MeantPage[]; asksFor: ReadonlySet<Meant['kind']>; rest: string } {
  const found: Meant[] = []
  let rest = ` ${plain(q)} `
  for (const meant of meantPages(site)) {
    const named = meant.words.filter((word) => isNamed(word, rest))
    if (named.length > 0) found.push(meant)
    for (const word of named) rest = withoutWord(word, rest)
  }
  return { pages: found.map(({ page }) => page), asksFor: new Set(found.map(({ kind }) => kind)), rest: rest.trim() }
}

// `text` has a space at both ends and between its words; the words of a page may contain one.
const isNamed = (word: string, text: string): boolean =>
  text.includes(` ${word} `) || text.split(' ').some((typed) => isNear(word, typed))

/** The text without a word of a page and without its typos. */
function withoutWord(word: string, text: string): string {
  if (word.includes(' ')) return text.replaceAll(` ${word} `, ' ')
  const kept = text.split(' ').filter((typed) => typed !== '' && typed !== word && !isNear(word, typed))
  return ` ${kept.join(' ')} `
}

const isNear = (word: string, typed: string): boolean =>
  word.length >= minimumMisspelledLength && editDistance(typed, word) <= maximumTypos(word)

/** The pages that a text may become the name of while it is typed. */
export function suggestPages(q: string, site: Site): MeantPage[] {
  const typed = plain(q)
  if (typed.length < minimumPrefixLength) return []
  return meantPages(site)
    .filter(({ words }) => words.some((word) => word.startsWith(typed)))
    .map(({ page }) => page)
}
