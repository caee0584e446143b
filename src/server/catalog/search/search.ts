import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/database/index.ts'
import { editDistance, isLongWord, maximumTypos, swapped } from '#server/search-text/index.ts'
import {
  bitOf,
  hasProperty,
  hitsOfPreference,
  hitsOfProperties,
  hitsOfTerm,
  isIndexed,
  isMatched,
  isNearLevel,
  nearLevelScore,
  preferenceScore,
} from './match.ts'
import { joinPhrases, parseQuery, toTerm, type Term } from './parse-query.ts'
import { nearestKnownWord } from './words.ts'

const maximumSuggestions = 5

export type SearchOptions = {
  /** The last word is still being typed, so prefixes match. */
  isTyping?: boolean
}

const prefixFrom = (options: SearchOptions) => ({ prefixFrom: options.isTyping ? 1 : 4 })

/** The terms of a query. A word that no course contains is corrected as a typo. */
export async function interpretQuery(queryable: Queryable, query: string, options: SearchOptions = {}): Promise<Term[]> {
  const terms = parseQuery(query)
  const suspects = terms.filter(({ text, isSymbol, preference }) => !isSymbol && preference === null && isLongWord(text) && !text.includes(' '))
  if (suspects.length === 0) return terms
  const known = await areMet(
    queryable,
    suspects.map((term) => isMatched(term, prefixFrom(options))),
  )
  const misspelled = new Set(suspects.filter((_, index) => !known[index]))
  const read = await Promise.all(terms.map(async (term) => (misspelled.has(term) ? readAsTypo(queryable, term) : term)))
  return misspelled.size > 0 ? joinPhrases(read) : read
}

/** For each condition, whether it is met; in one statement. */
async function areMet(queryable: Queryable, conditions: readonly SQL[]): Promise<boolean[]> {
  const [row] = await queryable.select({ met: sql<boolean[]>`to_jsonb(array[${sql.join([...conditions], sql`, `)}])` }).from(sql`(select 1) as once`)
  return row?.met ?? []
}

/** Replaces the term by the nearest word, with other near words as synonyms. Unchanged when no word is near. */
async function readAsTypo(queryable: Queryable, term: Term): Promise<Term> {
  const known = nearestKnownWord(term.text)
  // Searching all names is the slowest part, so it is skipped when the known word exists.
  const isKnownIndexed = known !== null && (await areMet(queryable, [isIndexed(known)]))[0]
  const [nearest, ...others] = [...(known ? [known] : []), ...(isKnownIndexed ? [] : await wordsNear(queryable, term.text))]
  if (!nearest) return { ...term, isMisspelled: true }
  const meant = toTerm(nearest)
  return { ...meant, isMisspelled: true, synonyms: [...new Set([...meant.synonyms, ...others])].filter((word) => word !== nearest) }
}

/** Candidates for a typo, nearest first: similar words (migrations/0277-search-fields-by-index.sql), and the word with two neighbouring letters swapped. */
async function wordsNear(queryable: Queryable, text: string): Promise<string[]> {
  const alike = queryable.select({ word: sql<string>`word` }).from(sql`words_near(${text}) as word`)
  const spelled = swapped(text)
  const indexed = await areMet(
    queryable,
    spelled.map((word) => isIndexed(word)),
  )
  const words = [...(await alike).map(({ word }) => word), ...spelled.filter((_, index) => indexed[index])]
  return [...new Set(words)]
    .map((word) => ({ word, distance: editDistance(text, word) }))
    .filter(({ word, distance }) => distance <= maximumTypos(text) || word.startsWith(text))
    .toSorted((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maximumSuggestions)
    .map(({ word }) => word)
}

/**
 * The published courses that match a query, as a table `(course_id, score)`; null for a query without terms.
 * A course must match the most terms, and at least half of them. Preferences only sort, unless a title contains the whole query.
 */
export function foundCourses(terms: readonly Term[], finalPrice: SQL, options: SearchOptions = {}): SQL | null {
  if (terms.length === 0) return null
  const indexOf = (term: Term) => terms.indexOf(term)
  const preferences = terms.filter(({ preference }) => preference !== null)
  const needs = terms.filter(({ preference }) => preference === null)
  /** The bits of one kind of all terms. */
  const allOf = (bit: (index: number) => number) => terms.reduce((bits, _, index) => bits | bit(index), 0)
  const hits = [
    ...needs.flatMap((term) => hitsOfTerm(term, indexOf(term), prefixFrom(options))),
    ...preferences.flatMap((term) => hitsOfPreference(term, indexOf(term))),
    // A query of preferences only filters by them.
    ...(needs.length === 0 ? [hitsOfProperties(preferences, finalPrice)] : []),
  ]
  const perCourse = sql`
    select course_id, bit_or(bits) as bits, sum(points)::int as points
    from (${sql.join(hits, sql` union all `)}) as hits group by course_id`
  const best =
    needs.length === 0
      ? perCourse
      : sql`
    select * from (
      select *, max(needs_met) over () as most_needs_met from (
        select *, bit_count((bits & ${allOf(bitOf.match)}::int)::bit(32)) as needs_met from (${perCourse}) as per_course
      ) as counted
    ) as compared
    where needs_met = most_needs_met and needs_met * 2 >= ${needs.length}`
  if (preferences.length === 0) return sql`(select course_id, points as score from (${best}) as best)`

  const isMet = (term: Term) => sql`((bits & ${bitOf.preference(indexOf(term))}::int) <> 0 or ${hasProperty(term, finalPrice)})::int`
  const pointsOf = (term: Term) => sql`${preferenceScore}::int * ${isMet(term)} + ${nearLevelScore}::int * (${isNearLevel(term)})::int`
  const fewest = needs.length > 0 ? sql`(not has_title or preferences_met = ${preferences.length})` : sql`preferences_met = most_preferences_met`
  return sql`(
    select course_id, score from (
      select *, max(preferences_met) over () as most_preferences_met, bool_or(bits & ${allOf(bitOf.title)}::int = ${allOf(bitOf.title)}::int) over () as has_title from (
        select course_id, bits, ${sum(preferences.map(isMet))} as preferences_met, points + ${sum(preferences.map(pointsOf))} as score
        from (${best}) as best join ${courses} on ${courses.id} = best.course_id
      ) as judged
    ) as compared
    where ${fewest}
  )`
}

/** The best of the found courses and all that are equal to the last one, with the number of all: `(course_id, score, total)`. Only these are then read. */
export const bestFound = (found: SQL, limit: number): SQL => sql`(
  select *, (count(*) over ())::int as total from ${found} as every order by score desc fetch first (${limit}::bigint) rows with ties
)`

const sum = (numbers: readonly SQL[]): SQL => sql`(${sql.join([...numbers], sql` + `)})`
