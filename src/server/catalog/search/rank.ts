import { isLongWord } from '#server/platform/search-text.ts'
import { properties, type CourseIndex, type Wanted } from './course-index.ts'
import { fields } from './course-index-document.ts'
import type { LexemesOf } from './lexemes.ts'
import type { Term } from './parse-query.ts'

/** The score of a word by field. Each field outweighs all lower ones together. */
const titleScore = 16
const taglineScore = 6
const categoryScore = 4
const elsewhereScore = 1
// A synonym in a title scores more than the word itself in a tagline.
const synonymShare = 0.5
// Ranks "keamanan" itself above "aman", which has the same stem.
const exactFormScore = 2
const partOfNameScore = 3
const preferenceScore = 10
/** For the level next to the wanted one: without a course for beginners, an intermediate one comes before an advanced one. */
const nearLevelScore = 7
// A title about another subject ranks below those about the wanted one, and above a tagline.
const unlikeScore = -8

/** Where terms are looked up. A prefix needs at least `prefixFrom` characters. */
export type Lookup = { index: CourseIndex; lexemesOf: LexemesOf; prefixFrom: number }

/** The words as written, or with another ending. */
function inAnyForm(lexemesOf: LexemesOf, texts: readonly string[], isPrefix = false): Wanted {
  const lexemes = texts.map(lexemesOf).filter(({ written }) => written !== '')
  return {
    texts: lexemes.flatMap(({ written, stemmed }) => [written, stemmed]),
    ...(isPrefix && { prefixes: lexemes.map(({ written }) => written) }),
  }
}
const exactly = (lexemesOf: LexemesOf, texts: readonly string[]): Wanted => ({
  texts: texts.map((text) => lexemesOf(text).written),
})

const isPartOfName = (term: Term) => term.isSymbol || isLongWord(term.text)

/** All texts of a term whose lexemes are needed. */
export const textsOf = ({ text, synonyms, unlike }: Term): string[] => [text, ...synonyms, ...unlike]

/** True when a published course contains exactly this word. */
export const isIndexed = ({ index, lexemesOf }: Lookup, word: string): boolean =>
  index.contains(exactly(lexemesOf, [word]))

/** True when a published course matches this term in any way. */
export function isMatched({ index, lexemesOf, prefixFrom }: Lookup, term: Term): boolean {
  return (
    (!term.isSymbol && index.contains(inAnyForm(lexemesOf, [term.text], term.text.length >= prefixFrom))) ||
    index.contains(inAnyForm(lexemesOf, term.synonyms)) ||
    (isPartOfName(term) && index.namesWith(term.text).some(Boolean))
  )
}

/** Matches of terms, per slot of the index. */
type Tally = {
  points: Int32Array
  /** How many terms match. */ matched: Uint8Array
  /** How many preferences are met. */ met: Uint8Array
  /** How many terms and preferences match in the title. */ inTitle: Uint8Array
}

const scoreOf = (bits: number): number =>
  (bits & fields.title ? titleScore : 0) +
  (bits & fields.tagline ? taglineScore : 0) +
  (bits & fields.category ? categoryScore : 0)

/** Adds what a term finds. The points of a course are a sum: by field, exact words above synonyms, whole words above parts. */
function addTerm({ index, lexemesOf, prefixFrom }: Lookup, tally: Tally, term: Term): void {
  const { text, isSymbol, synonyms, unlike } = term
  const nowhere = new Uint8Array(index.length)
  const own = isSymbol ? nowhere : index.fieldsWith(inAnyForm(lexemesOf, [text], text.length >= prefixFrom))
  const alike = synonyms.length > 0 ? index.fieldsWith(inAnyForm(lexemesOf, synonyms)) : nowhere
  const exact = isSymbol ? nowhere : index.fieldsWith(exactly(lexemesOf, [text, ...synonyms]))
  const other = unlike.length > 0 ? index.fieldsWith(inAnyForm(lexemesOf, unlike)) : nowhere
  const named = isPartOfName(term) ? index.namesWith(text) : nowhere
  for (let slot = 0; slot < nowhere.length; slot++) {
    const [ownBits = 0, alikeBits = 0, isNamed = 0] = [own[slot], alike[slot], named[slot]]
    if ((ownBits | alikeBits | isNamed) === 0) continue
    let points = scoreOf(ownBits) + synonymShare * scoreOf(alikeBits)
    if (ownBits !== 0) points += elsewhereScore
    if (((exact[slot] ?? 0) & fields.title) !== 0) points += exactFormScore
    if (((other[slot] ?? 0) & fields.title) !== 0) points += unlikeScore
    if (isNamed !== 0) points += partOfNameScore
    tally.points[slot] = (tally.points[slot] ?? 0) + points
    tally.matched[slot] = (tally.matched[slot] ?? 0) + 1
    if ((ownBits & fields.title) !== 0) tally.inTitle[slot] = (tally.inTitle[slot] ?? 0) + 1
  }
}

const nearLevels = properties.Pemula | properties.Lanjutan
const propertyOf = ({ preference }: Term): number =>
  preference === null ? 0 : preference === 'free' ? properties.isFree : properties[preference.level]

/** The points of a preference for these slots. It is met by words in title or tagline, or by the level or price of the course. */
function addPreference({ index, lexemesOf }: Lookup, tally: Tally, slots: readonly number[], term: Term): void {
  const found = index.fieldsWith(inAnyForm(lexemesOf, [term.text], true))
  const wanted = propertyOf(term)
  for (const slot of slots) {
    const [bits = 0, own = 0] = [found[slot], index.properties[slot]]
    const isInTitle = (bits & fields.title) !== 0
    const isMet = isInTitle || (bits & fields.tagline) !== 0 || (own & wanted) !== 0
    const isNear = (wanted & nearLevels) !== 0 && (own & properties.Menengah) !== 0
    const points = (isInTitle && !term.isSymbol ? 1 : 0) + (isMet ? preferenceScore : 0) + (isNear ? nearLevelScore : 0)
    if (isMet) tally.met[slot] = (tally.met[slot] ?? 0) + 1
    if (isInTitle && !term.isSymbol) tally.inTitle[slot] = (tally.inTitle[slot] ?? 0) + 1
    tally.points[slot] = (tally.points[slot] ?? 0) + points
  }
}

export type Ranked = { courseId: string; score: number }

/**
 * The published courses that match, best first; courses with the same score in no particular order. A course must match the most terms, and
 * at least half of them. Preferences only sort, unless a title contains the whole query.
 */
export function rankCourses(lookup: Lookup, terms: readonly Term[]): Ranked[] {
  const { index } = lookup
  const needs = terms.filter(({ preference }) => preference === null)
  const preferences = terms.filter(({ preference }) => preference !== null)
  const perSlot = () => new Uint8Array(index.length)
  const tally: Tally = { points: new Int32Array(index.length), matched: perSlot(), met: perSlot(), inTitle: perSlot() }

  for (const term of needs) addTerm(lookup, tally, term)
  const mostMatched = maximumOf(tally.matched)
  if (needs.length > 0 && (mostMatched === 0 || mostMatched * 2 < needs.length)) return []
  const slots: number[] = []
  for (let slot = 0; slot < index.length; slot++)
    if (index.properties[slot] !== 0 && tally.matched[slot] === mostMatched) slots.push(slot)

  for (const term of preferences) addPreference(lookup, tally, slots, term)
  const mostMet = maximumOf(tally.met)
  if (needs.length === 0 && mostMet === 0) return []
  const hasTitle = preferences.length > 0 && slots.some((slot) => tally.inTitle[slot] === terms.length)
  const requiredMet = needs.length === 0 ? mostMet : hasTitle ? preferences.length : 0
  return slots
    .filter((slot) => (tally.met[slot] ?? 0) >= requiredMet)
    .map((slot) => ({ courseId: index.idAt(slot), score: tally.points[slot] ?? 0 }))
    .sort((a, b) => b.score - a.score)
}

function maximumOf(values: Uint8Array): number {
  let maximum = 0
  for (let at = 0; at < values.length; at++) maximum = Math.max(maximum, values[at] ?? 0)
  return maximum
}
