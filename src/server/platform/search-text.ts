// Shared by the searches of courses, e-books and tips: how a query is read, and what counts as a typo.

/** Longer queries are cut. Counted after normalization, which turns one character into up to 18. */
const maximumQueryLength = 100

/** The text of a query in lower case and one notation, without characters that the database rejects. */
export const cleanText = (query: string): string =>
  query
    .toWellFormed()
    .normalize('NFKC')
    .replaceAll(/\p{C}|\uFFFD/gu, ' ')
    .toLowerCase()
    .slice(0, maximumQueryLength)
    .toWellFormed()
    .replaceAll('\uFFFD', ' ')

/** True when a word is long enough for matches inside other words and for typos: "script" finds "JavaScript", but "ui" does not find "kuis". */
export const isLongWord = (word: string): boolean => word.length >= 4

/** Signs within words that people leave out when they search: quotes, dashes, points, slashes. */
export const joiningSigns = "'\u2018\u2019\u02BC\u00B4`-\u2010\u2011./"
const joined = new RegExp(`[\\p{L}\\p{N}\\p{M}]+(?:[${joiningSigns.replace('-', '\\-')}][\\p{L}\\p{N}\\p{M}]+)+`, 'gu')
const sign = new RegExp(`[${joiningSigns.replace('-', '\\-')}]`, 'g')

/** The words of a text that have such a sign inside, without it. */
export const joinedWords = (text: string): string[] =>
  (text.match(joined) ?? []).map((word) => word.replaceAll(sign, ''))

/** One of two words that people write as one, with a sign or apart, is short: "wi fi", "e book", "ui ux". */
const maximumPart = 3
/** Joins two neighbouring words; null for two long ones. */
export const asOneWord = (first: string, second: string): string | null =>
  /^[\p{L}\p{N}\p{M}]+$/u.test(first + second) && Math.min([...first].length, [...second].length) <= maximumPart
    ? first + second
    : null

/** The neighbouring words of a text that may be one word, as one. */
export const pairedWords = (text: string): string[] => {
  const words = text.split(/\s+/).filter(Boolean)
  return words.slice(1).flatMap((word, index) => asOneWord(words[index] ?? '', word) ?? [])
}

/** The trigram similarity from which a text is accepted instead of the one that was typed. */
export const similarFrom = 0.5

/** The maximum number of typos that are corrected in a word of this length. */
export const maximumTypos = (word: string): number => (word.length < 8 ? 1 : 2)

/** The number of letters inserted, deleted, replaced or swapped with their neighbour (optimal string alignment distance). */
export function editDistance(a: string, b: string): number {
  let [beforeLast, last] = [new Array<number>(), Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped))
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}

/**
 * The word with each pair of neighbouring letters swapped. Trigrams do not find "react" for "raect". By code points: half of a pair
 * of code units is no text for the database.
 */
export function swapped(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '').join(''))
}
