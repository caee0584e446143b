import { findMeaning, isFiller, longestPhrase, roots, type Wish } from './words.ts'

/** One thing that a query asks for. */
export type Term = {
  /** As written, in lower case; several words when they belong together ("basis data"). Only letters and digits, or a `symbol`. */
  text: string
  /** Holds a sign that counts ("100%", "c++"): looked for letter by letter. */
  isSymbol: boolean
  synonyms: string[]
  /** A level or "gratis". */
  wish: Wish | null
  /** Spelled in a way that no course is: also look for what is nearly so. */
  isMisspelled: boolean
}

const maxTerms = 10

/** What a query asks for, in its order. Any text will do; without a word or sign in it the answer is empty. */
export function parseQuery(query: string): Term[] {
  const words = splitWords(query)
  const terms: Term[] = []
  for (let at = 0; at < words.length && terms.length < maxTerms;) {
    const length = phraseLength(words, at)
    terms.push(toTerm(words.slice(at, at + length).join(' ')))
    at += length
  }
  const telling = terms.filter(({ text, wish }) => wish !== null || !isFiller(text))
  // "Kelas" alone is all that was asked for.
  return unique(telling.length > 0 ? telling : terms)
}

function splitWords(query: string): string[] {
  // Control characters and half surrogates are nothing that a database takes.
  const clean = query
    .toWellFormed()
    .normalize('NFKC')
    .replaceAll(/\p{C}|\uFFFD/gu, ' ')
    .toLowerCase()
  return clean
    .split(/\s+/)
    .flatMap((word) => (/[%_\\+#]/.test(word) || !/[\p{L}\p{N}]/u.test(word) ? [word] : word.split(/[^\p{L}\p{N}\p{M}]+/u)))
    .filter(Boolean)
}

/** How many words from here on are one known phrase; 1 when none is. */
function phraseLength(words: readonly string[], at: number): number {
  for (let length = longestPhrase; length > 1; length--) {
    if (at + length <= words.length && findMeaning(words.slice(at, at + length).join(' '))) return length
  }
  return 1
}

export function toTerm(text: string): Term {
  const isSymbol = !/^[\p{L}\p{N}\p{M} ]+$/u.test(text)
  const meaning = findMeaning(text)
  return { text, isSymbol, synonyms: [...new Set([...(meaning?.synonyms ?? []), ...roots(text)])], wish: meaning?.wish ?? null, isMisspelled: false }
}

const unique = (terms: readonly Term[]): Term[] => terms.filter(({ text }, index) => terms.findIndex((other) => other.text === text) === index)
