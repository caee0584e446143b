import type { Level } from '#contract/catalog/catalog.ts'
import { editDistance, isLongWord, maximumTypos } from '#server/platform/search-text.ts'
import data from './synonyms.json' with { type: 'json' }

/**
 * The meaning of query words, from synonyms.json: `same` contains groups of synonyms, `also` maps wider words to narrower ones (not the
 * other way round), `unlike` words to names that contain them and mean another subject, `levels` and `free` are preferences, `filler` words are ignored.
 */
type Meaning = { synonyms: string[]; unlike: string[]; preference: Preference | null }

/** A preference sorts the results. It filters them only when a title contains the whole query (see search.ts). */
export type Preference = { level: Level } | 'free'

const meanings = new Map<string, Meaning>()
const meaningOf = (phrase: string): Meaning => {
  const known = meanings.get(phrase) ?? { synonyms: [], unlike: [], preference: null }
  meanings.set(phrase, known)
  return known
}

for (const group of data.same) {
  for (const phrase of group) meaningOf(phrase).synonyms.push(...group.filter((other) => other !== phrase))
}
for (const [phrase, narrower] of Object.entries(data.also)) meaningOf(phrase).synonyms.push(...narrower)
for (const [phrase, others] of Object.entries(data.unlike)) meaningOf(phrase).unlike.push(...others)
for (const [level, phrases] of Object.entries(data.levels)) {
  for (const phrase of phrases) meaningOf(phrase).preference = { level: level as Level }
}
for (const phrase of data.free) meaningOf(phrase).preference = 'free'

const filler = new Set(data.filler)
export const isFiller = (word: string): boolean => filler.has(word)
export const findMeaning = (phrase: string): Meaning | null => meanings.get(phrase) ?? null
/** Every text of several words that a term or synonym can be. */
export const knownPhrases: readonly string[] = [
  ...new Set(
    [...meanings]
      .flatMap(([phrase, { synonyms, unlike }]) => [phrase, ...synonyms, ...unlike])
      .filter((text) => text.includes(' ')),
  ),
]
export const maximumPhraseWords = Math.max(...[...meanings.keys()].map((phrase) => phrase.split(' ').length))

const singleWords = [...meanings.keys()].filter((phrase) => !phrase.includes(' '))

/** The nearest known word within the maximum number of typos, or null. */
export function nearestKnownWord(word: string): string | null {
  if (!isLongWord(word)) return null
  const allowed = maximumTypos(word)
  const near = singleWords
    .filter((known) => isLongWord(known) && Math.abs(known.length - word.length) <= allowed)
    .map((known) => ({ known, distance: editDistance(word, known) }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
  return near.sort((a, b) => a.distance - b.distance)[0]?.known ?? null
}

/**
 * Roots that the Indonesian stemmer of PostgreSQL misses: it removes the prefix of "pemrograman" but does not restore the p ("rogram").
 * A wrong candidate is harmless, because no course contains it.
 */
export function roots(word: string): string[] {
  const found = new Set<string>()
  for (const body of [word, word.replace(/(?:kan|an|i|nya)$/, '')]) {
    const prefix = /^(?:[mp]e)(ny|ng|m|n)?/.exec(body)
    if (!prefix) continue
    const rest = body.slice(prefix[0].length)
    for (const first of restoredLetters[prefix[1] ?? ''] ?? []) found.add(first + rest)
  }
  found.delete(word)
  return [...found].filter(isLongWord)
}

/** The first letters that each nasal prefix may have replaced. */
const restoredLetters: Record<string, readonly string[]> = {
  '': [''],
  m: ['', 'p', 'm'],
  n: ['', 't', 'n'],
  ng: ['', 'k'],
  ny: ['s'],
}
