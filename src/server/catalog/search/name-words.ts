import { editDistance, isLongWord, maximumTypos } from '#server/platform/search-text.ts'

/** A bit per letter: a text contains another one only if it has all of its bits. */
function letterBits(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

const maximumNear = 5

/** The words that a typo may mean, nearest first: words with few typos, and longer words that it begins. */
export function nearestWords(typo: string, words: Iterable<string>): string[] {
  const allowed = maximumTypos(typo)
  return [...new Set(words)]
    .map((word) => ({ word, distance: editDistance(typo, word) }))
    .filter(({ word, distance }) => distance <= allowed || word.startsWith(typo))
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maximumNear)
    .map(({ word }) => word)
}

type NameWord = { word: string; courses: number; letters: number }

/** The words of names, each with how many courses have it. */
export function createNameWords() {
  const byWord = new Map<string, NameWord>()
  // Every search reads all words, which an array does several times as fast as a map.
  let all: NameWord[] | null = null
  const listAll = () => (all ??= [...byWord.values()])

  return {
    add(word: string): void {
      const known = byWord.get(word)
      if (known) {
        known.courses++
        return
      }
      byWord.set(word, { word, courses: 1, letters: letterBits(word) })
      all = null
    },
    remove(word: string): void {
      const known = byWord.get(word)
      if (!known || --known.courses > 0) return
      byWord.delete(word)
      all = null
    },
    containing(text: string): string[] {
      const wanted = letterBits(text)
      return listAll()
        .filter(({ word, letters }) => (letters & wanted) === wanted && word.includes(text))
        .map(({ word }) => word)
    },
    /** A word with few typos, or the beginning of a longer word. */
    near(typo: string): string[] {
      if (!isLongWord(typo)) return []
      const allowed = maximumTypos(typo)
      const letters = letterBits(typo)
      const mayBeNear = (known: NameWord) =>
        // Each typo changes at most one letter into another one.
        Math.abs(known.word.length - typo.length) <= allowed && bitCount(known.letters ^ letters) <= 2 * allowed
      const candidates = listAll().filter((known) => mayBeNear(known) || known.word.startsWith(typo))
      return nearestWords(
        typo,
        candidates.map(({ word }) => word),
      )
    },
  }
}
