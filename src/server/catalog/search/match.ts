import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import { maximumTerms, type Term } from './parse-query.ts'
import { containing } from '#server/database/index.ts'
import { isLongWord } from '#server/search-text/index.ts'

/** The score of a word by field. Each field outweighs all lower ones together. */
const fieldScore = { title: 16, tagline: 6, category: 4 } as const
const elsewhereScore = 1
// A synonym in a title scores more than the word itself in a tagline.
const synonymShare = 0.5
// Ranks "keamanan" itself above "aman", which has the same stem.
const exactFormScore = 2
const partOfNameScore = 3
export const preferenceScore = 10
/** For the level next to the wanted one: without a course for beginners, an intermediate one comes before an advanced one. */
export const nearLevelScore = 7
// A title about another subject ranks below those about the wanted one, and above a tagline.
const unlikeScore = -8

type ScoredField = keyof typeof fieldScore
type Field = ScoredField | 'document'
export type PrefixFrom = { /** The minimum length for prefix matches. */ prefixFrom: number }

/** A phrase in tsquery syntax. The quotes keep words of every script intact. */
const phrase = (text: string, isPrefix: boolean) => {
  const operands = text.split(' ').map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`)
  return `${operands.join(' <-> ')}${isPrefix ? ':*' : ''}`
}
const anyOf = (texts: readonly string[], isPrefix: boolean) => texts.map((text) => `(${phrase(text, isPrefix)})`).join(' | ')

const exactly = (texts: readonly string[]): SQL => sql`to_tsquery('simple', ${anyOf(texts, false)})`
/** The words as written, or with another ending. */
const inAnyForm = (texts: readonly string[], isPrefix: boolean): SQL =>
  sql`(to_tsquery('simple', ${anyOf(texts, isPrefix)}) || to_tsquery('indonesian', ${anyOf(texts, false)}))`

const beginsWords = (term: Term, { prefixFrom }: PrefixFrom) => term.text.length >= prefixFrom
const isPartOfName = (term: Term) => term.isSymbol || isLongWord(term.text)

/** Whether a published course contains exactly this word. */
export const isIndexed = (word: string): SQL => sql`is_searchable(${exactly([word])})`

/** Whether a published course matches this term in any way. */
export function isMatched(term: Term, options: PrefixFrom): SQL {
  const ways = [
    ...(term.isSymbol ? [] : [sql`is_searchable(${inAnyForm([term.text], beginsWords(term, options))})`]),
    ...(term.synonyms.length > 0 ? [sql`is_searchable(${inAnyForm(term.synonyms, false)})`] : []),
    ...(isPartOfName(term) ? [sql`is_searchable_name(${containing(term.text)})`] : []),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}

/** A bit of a term in `bits` of a hit: the course matches it, its title matches it, or it meets it as a preference. */
export const bitOf = {
  match: (index: number): number => 1 << index,
  title: (index: number): number => 1 << (index + maximumTerms),
  preference: (index: number): number => 1 << (index + 2 * maximumTerms),
}

const hits = (ids: SQL, { bits = 0, points = 0 }: { bits?: number; points?: number }): SQL =>
  sql`select course_id, ${bits}::int as bits, ${points}::int as points from ${ids} as hit (course_id)`

const matching = (field: Field, query: SQL): SQL => sql`courses_matching(${field}, ${query})`

/**
 * The hits of a term, as selects of `(course_id, bits, points)`. The points of a course are the sum over its hits: by field, exact
 * words above synonyms, whole words above parts.
 */
export function hitsOfTerm(term: Term, index: number, options: PrefixFrom): SQL[] {
  const { text, isSymbol, synonyms, unlike } = term
  const own = inAnyForm([text], beginsWords(term, options))
  const inFields = (query: SQL, share: number, titleBit: number) =>
    (Object.keys(fieldScore) as ScoredField[]).map((field) =>
      hits(matching(field, query), { points: fieldScore[field] * share, ...(field === 'title' ? { bits: titleBit } : {}) }),
    )
  const anySynonym = inAnyForm(synonyms, false)
  // Single words are found in the index alone. Phrases are checked in the documents, so they are matched apart from words.
  const isPhrase = (synonym: string) => synonym.includes(' ')
  const synonymsBySpeed = [synonyms.filter((synonym) => !isPhrase(synonym)), synonyms.filter(isPhrase)].filter((texts) => texts.length > 0)
  return [
    ...(isSymbol ? [] : [hits(matching('document', own), { bits: bitOf.match(index), points: elsewhereScore }), ...inFields(own, 1, bitOf.title(index))]),
    ...synonymsBySpeed.map((texts) => hits(matching('document', inAnyForm(texts, false)), { bits: bitOf.match(index) })),
    ...(synonyms.length > 0 ? inFields(anySynonym, synonymShare, 0) : []),
    ...(isSymbol ? [] : [hits(matching('title', exactly([text, ...synonyms])), { points: exactFormScore })]),
    ...(unlike.length > 0 ? [hits(matching('title', inAnyForm(unlike, false)), { points: unlikeScore })] : []),
    ...(isPartOfName(term) ? [hits(sql`courses_named(${containing(text)})`, { bits: bitOf.match(index), points: partOfNameScore })] : []),
  ]
}

/** The hits of a preference. It is also met by the level or price of the course. */
export const hitsOfPreference = ({ text, isSymbol }: Term, index: number): SQL[] => {
  const words = inAnyForm([text], true)
  return [
    hits(matching('title', words), isSymbol ? { bits: bitOf.preference(index) } : { bits: bitOf.preference(index) | bitOf.title(index), points: 1 }),
    hits(matching('tagline', words), { bits: bitOf.preference(index) }),
  ]
}

/** The hits of preferences that are met by the level or price. */
export const hitsOfProperties = (preferences: readonly Term[], finalPrice: SQL): SQL =>
  hits(
    sql`(select ${courses.id} from ${courses} where ${courses.status} = 'published' and (${sql.join(
      preferences.map((term) => hasProperty(term, finalPrice)),
      sql` or `,
    )}))`,
    {},
  )

/** Whether the level or price of a course is the preferred one. */
export const hasProperty = ({ preference }: Term, finalPrice: SQL): SQL =>
  preference === 'free' ? sql`${finalPrice} = 0` : sql`${courses.level} = ${preference?.level ?? ''}`

export const isNearLevel = ({ preference }: Term): SQL =>
  preference === null || preference === 'free' || preference.level === 'Menengah' ? sql`false` : sql`${courses.level} = 'Menengah'`
