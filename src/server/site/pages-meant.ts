import { paths } from '#contract/paths.ts'
import type { MeantPage } from '#contract/site.ts'
import { cleanText, editDistance, maximumTypos } from '#server/search-text/index.ts'

type Meant = { page: MeantPage; kind: 'ebooks' | 'tips' | null; words: readonly string[] }

/** Pages that a search may mean, and the words that name them: lower case, without signs. */
const meantPages: readonly Meant[] = [
  { page: { title: 'Semua e-book', path: paths.ebooks() }, kind: 'ebooks', words: ['e book', 'e books', 'ebook', 'ebooks', 'buku digital', 'buku elektronik'] },
  { page: { title: 'Semua tips', path: paths.tips() }, kind: 'tips', words: ['tips', 'tip', 'trik'] },
  {
    page: { title: 'Cara mendapat sertifikat', path: paths.faq('sertifikat') },
    kind: null,
    words: ['sertifikat', 'sertifikasi', 'certificate', 'certificates', 'ijazah'],
  },
  { page: { title: 'Flash Sale', path: paths.sale() }, kind: null, words: ['flash sale', 'diskon', 'promo', 'obral'] },
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
export function readMeantPages(q: string): { pages: MeantPage[]; asksFor: ReadonlySet<Meant['kind']>; rest: string } {
  let rest = ` ${plain(q)} `
  const found = meantPages.filter(({ words }) => {
    const named = words.filter((word) => rest.includes(` ${word} `) || isMisspelled(word, rest))
    for (const word of named) {
      const kept = rest.split(' ').filter((typed) => typed !== word && !isNear(word, typed))
      rest = word.includes(' ') ? rest.replaceAll(` ${word} `, ' ') : ` ${kept.filter(Boolean).join(' ')} `
    }
    return named.length > 0
  })
  return { pages: found.map(({ page }) => page), asksFor: new Set(found.map(({ kind }) => kind)), rest: rest.trim() }
}

const isNear = (word: string, typed: string): boolean => word.length >= minimumMisspelledLength && editDistance(typed, word) <= maximumTypos(word)
const isMisspelled = (word: string, text: string): boolean => text.split(' ').some((typed) => isNear(word, typed))

/** The pages that a text may become the name of while it is typed. */
export function suggestPages(q: string): MeantPage[] {
  const typed = plain(q)
  if (typed.length < minimumPrefixLength) return []
  return meantPages.filter(({ words }) => words.some((word) => word.startsWith(typed))).map(({ page }) => page)
}
