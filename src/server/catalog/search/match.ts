import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Term } from './parse-query.ts'
import { courseSearch } from './tables.ts'

/** What a word is worth by where it stands. Each field outweighs all below it together. */
const fieldWorth = { A: 16, B: 6, C: 4 } as const
const elsewhereWorth = 1
// A synonym in a title still counts more than the word itself in a tagline.
const synonymShare = 0.5
// "Keamanan" itself stands above "aman", which has the same stem.
const letterByLetterWorth = 2
const partOfNameWorth = 3
const wishWorth = 10

type Field = keyof typeof fieldWorth
type PrefixFrom = { /** From how many letters on the beginning of a word will do. */ prefixFrom: number }

const { document } = courseSearch
/** What search.ts calls a candidate's columns: its document unpacked, once for all questions about it, and the headline without the long part. */
const unpacked = sql.identifier('unpacked')
const headline = sql.identifier('headline')
const names = sql.identifier('names')

/** Words of a phrase in tsquery syntax. They hold letters and digits only; the quotes keep every script whole. */
const phrase = (text: string, flags: string) =>
  text
    .split(' ')
    .map((word, index, words) => `'${word}':${index === words.length - 1 ? flags : flags.replace('*', '')}`)
    .map((operand) => operand.replace(/:$/, ''))
    .join(' <-> ')
const anyOf = (texts: readonly string[], flags: string) => texts.map((text) => `(${phrase(text, flags)})`).join(' | ')

/** The words as written, or with another ending. */
function textQuery(texts: readonly string[], field: Field | '', prefix: boolean): SQL {
  return sql`(to_tsquery('simple', ${anyOf(texts, field + (prefix ? '*' : ''))}) || to_tsquery('indonesian', ${anyOf(texts, field)}))`
}

const holds = (query: SQL): SQL => sql`${document} @@ ${query}`
const unpackedHolds = (query: SQL): SQL => sql`${unpacked} @@ ${query}`
const headlineHolds = (query: SQL): SQL => sql`${headline} @@ ${query}`
const or = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`
const sum = (numbers: readonly SQL[]): SQL => (numbers.length === 0 ? sql`0` : sql`(${sql.join([...numbers], sql` + `)})`)
const asNumber = (condition: SQL): SQL => sql`(${condition})::int`

/** `%`, `_` and `\` stand for themselves. */
const inNames = (text: string): SQL => sql`${names} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
const beginsWords = (term: Term, { prefixFrom }: PrefixFrom) => term.text.length >= prefixFrom
// The middle of a word is looked into only for what is long enough to be meant: "script", but not "ui" in "kuis".
const isPartOfName = (term: Term) => term.isSymbol || term.text.length >= 4

/** Does a course hold this very word? */
export const isHeld = (word: string): SQL => holds(sql`to_tsquery('simple', ${anyOf([word], '')})`)

/** Does a course hold this term in any way? */
export function matchesTerm(term: Term, options: PrefixFrom, says = holds): SQL {
  return or([
    ...(term.isSymbol ? [] : [says(textQuery([term.text], '', beginsWords(term, options)))]),
    ...(term.synonyms.length > 0 ? [says(textQuery(term.synonyms, '', false))] : []),
    ...(isPartOfName(term) ? [inNames(term.text)] : []),
  ])
}

/** A wish is met by what the course is, or by what its title or tagline says. */
export function meetsWish(term: Term, finalPrice: SQL, says = headlineHolds): SQL {
  const isMet = term.wish === 'free' ? sql`${finalPrice} = 0` : sql`${courses.level} = ${term.wish?.level ?? ''}`
  return or([isMet, says(textQuery([term.text], 'A', true)), says(textQuery([term.text], 'B', true))])
}

export const saysInTitle = (term: Term): SQL => (term.isSymbol ? sql`false` : headlineHolds(textQuery([term.text], 'A', true)))

/** How well a course fits a term: by field, written so above meant so, whole words above parts. */
export function worthOf(term: Term, options: PrefixFrom): SQL {
  const inFields = (texts: readonly string[], prefix: boolean, share: number) =>
    (Object.keys(fieldWorth) as Field[]).map((field) => sql`${fieldWorth[field] * share}::float8 * ${asNumber(headlineHolds(textQuery(texts, field, prefix)))}`)
  return sum([
    ...(term.isSymbol ? [] : inFields([term.text], beginsWords(term, options), 1)),
    ...(term.synonyms.length > 0 ? inFields(term.synonyms, false, synonymShare) : []),
    ...(term.isSymbol
      ? []
      : [sql`${letterByLetterWorth} * ${asNumber(headlineHolds(sql`to_tsquery('simple', ${anyOf([term.text, ...term.synonyms], 'A')})`))}`]),
    ...(isPartOfName(term) ? [sql`${partOfNameWorth} * ${asNumber(inNames(term.text))}`] : []),
  ])
}

export const worthOfWish = (term: Term, finalPrice: SQL): SQL => sql`${wishWorth} * ${asNumber(meetsWish(term, finalPrice))} + ${asNumber(saysInTitle(term))}`

/** Being held at all, wherever, as written. */
export const worthElsewhere = (term: Term, options: PrefixFrom): SQL =>
  term.isSymbol ? sql`0` : sql`${elsewhereWorth} * ${asNumber(unpackedHolds(textQuery([term.text], '', beginsWords(term, options))))}`
/** The same questions to a row that is a candidate already, or not yet. */
export const matchesUnpacked = (term: Term, options: PrefixFrom): SQL => matchesTerm(term, options, unpackedHolds)
export const wouldMeetWish = (term: Term, finalPrice: SQL): SQL => meetsWish(term, finalPrice, holds)

export const count = (conditions: readonly SQL[]): SQL => sum(conditions.map(asNumber))
export const total = sum
export const all = (conditions: readonly SQL[]): SQL => (conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`)
export const any = or
