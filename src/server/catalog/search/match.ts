import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Term } from './parse-query.ts'
import { courseSearch } from './tables.ts'
import { containing } from '#server/database/index.ts'
import { isLongWord } from '#server/search-text/index.ts'

/** The score of a word by field. Each field outweighs all lower ones together. */
const fieldScore = { A: 16, B: 6, C: 4 } as const
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

type Field = keyof typeof fieldScore
type PrefixFrom = { /** The minimum length for prefix matches. */ prefixFrom: number }

const { document } = courseSearch
/** Columns of search.ts's candidates: the document, decompressed once for all conditions, and the headline without the long part. */
const unpacked = sql.identifier('unpacked')
const headline = sql.identifier('headline')
const names = sql.identifier('names')

/** A phrase in tsquery syntax. The quotes keep words of every script intact. */
const phrase = (text: string, flags: string) =>
  text
    .split(' ')
    .map((word, index, words) => `'${word.replaceAll(/['\\]/g, '$&$&')}':${index === words.length - 1 ? flags : flags.replace('*', '')}`)
    .map((operand) => operand.replace(/:$/, ''))
    .join(' <-> ')
const anyOf = (texts: readonly string[], flags: string) => texts.map((text) => `(${phrase(text, flags)})`).join(' | ')

/** The words as written, or with another ending. */
function textQuery(texts: readonly string[], field: Field | '', prefix: boolean): SQL {
  return sql`(to_tsquery('simple', ${anyOf(texts, field + (prefix ? '*' : ''))}) || to_tsquery('indonesian', ${anyOf(texts, field)}))`
}

const documentMatches = (query: SQL): SQL => sql`${document} @@ ${query}`
const unpackedMatches = (query: SQL): SQL => sql`${unpacked} @@ ${query}`
const headlineMatches = (query: SQL): SQL => sql`${headline} @@ ${query}`
const or = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`
const sum = (numbers: readonly SQL[]): SQL => (numbers.length === 0 ? sql`0` : sql`(${sql.join([...numbers], sql` + `)})`)
const asNumber = (condition: SQL): SQL => sql`(${condition})::int`

const inNames = (text: string): SQL => sql`${names} like ${containing(text)}`
const beginsWords = (term: Term, { prefixFrom }: PrefixFrom) => term.text.length >= prefixFrom
const isPartOfName = (term: Term) => term.isSymbol || isLongWord(term.text)

/** Whether a course contains exactly this word. */
export const isIndexed = (word: string): SQL => documentMatches(sql`to_tsquery('simple', ${anyOf([word], '')})`)

/** Whether a course matches this term in any way. */
export function matchesTerm(term: Term, options: PrefixFrom, matches = documentMatches): SQL {
  return or([
    ...(term.isSymbol ? [] : [matches(textQuery([term.text], '', beginsWords(term, options)))]),
    ...(term.synonyms.length > 0 ? [matches(textQuery(term.synonyms, '', false))] : []),
    ...(isPartOfName(term) ? [inNames(term.text)] : []),
  ])
}

/** A preference is met by the course's level or price, or by its title or tagline. */
export function meetsPreference(term: Term, finalPrice: SQL, matches = headlineMatches): SQL {
  const isMet = term.preference === 'free' ? sql`${finalPrice} = 0` : sql`${courses.level} = ${term.preference?.level ?? ''}`
  return or([isMet, matches(textQuery([term.text], 'A', true)), matches(textQuery([term.text], 'B', true))])
}

export const matchesTitle = (term: Term): SQL => (term.isSymbol ? sql`false` : headlineMatches(textQuery([term.text], 'A', true)))

/** The score of a term: by field, exact words above synonyms, whole words above parts. */
export function scoreOf(term: Term, options: PrefixFrom): SQL {
  const inFields = (texts: readonly string[], prefix: boolean, share: number) =>
    (Object.keys(fieldScore) as Field[]).map(
      (field) => sql`${fieldScore[field] * share}::float8 * ${asNumber(headlineMatches(textQuery(texts, field, prefix)))}`,
    )
  return sum([
    ...(term.isSymbol ? [] : inFields([term.text], beginsWords(term, options), 1)),
    ...(term.synonyms.length > 0 ? inFields(term.synonyms, false, synonymShare) : []),
    ...(term.isSymbol ? [] : [sql`${exactFormScore} * ${asNumber(headlineMatches(sql`to_tsquery('simple', ${anyOf([term.text, ...term.synonyms], 'A')})`))}`]),
    ...(term.unlike.length > 0 ? [sql`${unlikeScore} * ${asNumber(headlineMatches(textQuery(term.unlike, 'A', false)))}`] : []),
    ...(isPartOfName(term) ? [sql`${partOfNameScore} * ${asNumber(inNames(term.text))}`] : []),
  ])
}

export const scoreOfPreference = (term: Term, finalPrice: SQL): SQL =>
  sql`${preferenceScore} * ${asNumber(meetsPreference(term, finalPrice))} + ${nearLevelScore} * ${asNumber(isNearLevel(term))} + ${asNumber(matchesTitle(term))}`

const isNearLevel = ({ preference }: Term): SQL =>
  preference === null || preference === 'free' || preference.level === 'Menengah' ? sql`false` : sql`${courses.level} = 'Menengah'`

/** The score of a match in any field, without synonyms. */
export const scoreElsewhere = (term: Term, options: PrefixFrom): SQL =>
  term.isSymbol ? sql`0` : sql`${elsewhereScore} * ${asNumber(unpackedMatches(textQuery([term.text], '', beginsWords(term, options))))}`
/** The same conditions for a candidate row, or for a row of the table. */
export const matchesUnpacked = (term: Term, options: PrefixFrom): SQL => matchesTerm(term, options, unpackedMatches)
export const matchesPreference = (term: Term, finalPrice: SQL): SQL => meetsPreference(term, finalPrice, documentMatches)

export const count = (conditions: readonly SQL[]): SQL => sum(conditions.map(asNumber))
export const total = sum
export const all = (conditions: readonly SQL[]): SQL => (conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`)
export const any = or
