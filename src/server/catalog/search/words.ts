import type { Level } from '#contract/catalog.ts'
import data from './synonyms.json' with { type: 'json' }

/**
 * What the words of a query mean, from synonyms.json: `same` holds groups that mean one thing, `also` holds wider words and what they
 * take in (not the other way round), `levels` and `free` are wishes, `filler` says nothing about what is looked for.
 */
type Meaning = { synonyms: string[]; wish: Wish | null }

/** A wish orders what was found; it takes nothing away, unless a title says it (see match.ts). */
export type Wish = { level: Level } | 'free'

const meanings = new Map<string, Meaning>()
const meaningOf = (phrase: string): Meaning => {
  const known = meanings.get(phrase) ?? { synonyms: [], wish: null }
  meanings.set(phrase, known)
  return known
}

for (const group of data.same) {
  for (const phrase of group) meaningOf(phrase).synonyms.push(...group.filter((other) => other !== phrase))
}
for (const [phrase, narrower] of Object.entries(data.also)) meaningOf(phrase).synonyms.push(...narrower)
for (const [level, phrases] of Object.entries(data.levels)) {
  for (const phrase of phrases) meaningOf(phrase).wish = { level: level as Level }
}
for (const phrase of data.free) meaningOf(phrase).wish = 'free'

const filler = new Set(data.filler)
export const isFiller = (word: string): boolean => filler.has(word)
export const findMeaning = (phrase: string): Meaning | null => meanings.get(phrase) ?? null
export const longestPhrase = Math.max(...[...meanings.keys()].map((phrase) => phrase.split(' ').length))

const singleWords = [...meanings.keys()].filter((phrase) => !phrase.includes(' '))

/** How many slips of the finger are believed in a word of its length. */
export const mostSlips = (word: string): number => (word.length < 8 ? 1 : 2)

/** The known word that was probably meant: one slip of the finger away, two in a long word; null when there is none. */
export function nearestKnownWord(word: string): string | null {
  if (word.length < 4) return null
  const allowed = mostSlips(word)
  const near = singleWords
    .filter((known) => known.length >= 4 && Math.abs(known.length - word.length) <= allowed)
    .map((known) => ({ known, distance: slips(word, known) }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
  return near.sort((a, b) => a.distance - b.distance)[0]?.known ?? null
}

/** How many letters were left out, put in, changed or swapped with their neighbour (optimal string alignment). */
export function slips(a: string, b: string): number {
  let [beforeLast, last] = [new Array<number>(), Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped))
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}

/** The word with each pair of neighbouring letters swapped: trigrams do not see that "raect" is nearly "react". */
export const swapped = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index) + word[index + 1] + word[index] + word.slice(index + 2))

/**
 * Roots that the Indonesian stemmer of PostgreSQL misses: it takes the prefix off "pemrograman" but does not give the p back ("rogram").
 * A wrong guess costs nothing: no course holds it.
 */
export function roots(word: string): string[] {
  const found = new Set<string>()
  for (const body of [word, word.replace(/(?:kan|an|i|nya)$/, '')]) {
    const prefix = /^(?:[mp]e)(ny|ng|m|n)?/.exec(body)
    if (!prefix) continue
    const rest = body.slice(prefix[0].length)
    for (const first of givenBack[prefix[1] ?? ''] ?? []) found.add(first + rest)
  }
  found.delete(word)
  return [...found].filter((root) => root.length >= 4)
}

/** The first letter that each nasal may have taken. */
const givenBack: Record<string, readonly string[]> = { '': [''], m: ['', 'p', 'm'], n: ['', 't', 'n'], ng: ['', 'k'], ny: ['s'] }
