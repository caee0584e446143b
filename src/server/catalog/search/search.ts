import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/database/index.ts'
import { editDistance, isLongWord, maximumTypos, swapped } from '#server/search-text/index.ts'
import {
  all,
  any,
  count,
  isIndexed,
  matchesTerm,
  matchesUnpacked,
  meetsPreference,
  matchesTitle,
  total,
  scoreElsewhere,
  scoreOf,
  scoreOfPreference,
  matchesPreference,
} from './match.ts'
import { joinPhrases, parseQuery, toTerm, type Term } from './parse-query.ts'
import { courseSearch } from './tables.ts'
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
  const known = await areIndexed(
    queryable,
    suspects.map((term) => matchesTerm(term, prefixFrom(options))),
  )
  const misspelled = new Set(suspects.filter((_, index) => !known[index]))
  const read = await Promise.all(terms.map(async (term) => (misspelled.has(term) ? readAsTypo(queryable, term) : term)))
  return misspelled.size > 0 ? joinPhrases(read) : read
}

/** For each condition, whether a published course meets it. */
async function areIndexed(queryable: Queryable, conditions: readonly SQL[]): Promise<boolean[]> {
  // "offset 0" keeps the planner from flattening the subquery: for "exists" it expects an early hit and reads the whole table when there is none.
  const meets = conditions.map(
    (condition) => sql`(select count(*) > 0 from (
      select 1 from ${courseSearch} join ${courses} on ${courses.id} = ${courseSearch.courseId} where ${condition} and ${courses.status} = 'published' offset 0
    ) as matching)`,
  )
  const [row] = await queryable.select({ met: sql<boolean[]>`to_jsonb(array[${sql.join(meets, sql`, `)}])` }).from(sql`(select 1) as once`)
  return row?.met ?? []
}

/** Replaces the term by the nearest word, with other near words as synonyms. Unchanged when no word is near. */
async function readAsTypo(queryable: Queryable, term: Term): Promise<Term> {
  const known = nearestKnownWord(term.text)
  // Searching all names is the slowest part, so it is skipped when the known word exists.
  const isKnownIndexed = known !== null && (await areIndexed(queryable, [isIndexed(known)]))[0]
  const [nearest, ...others] = [...(known ? [known] : []), ...(isKnownIndexed ? [] : await wordsNear(queryable, term.text))]
  if (!nearest) return { ...term, isMisspelled: true }
  const meant = toTerm(nearest)
  return { ...meant, isMisspelled: true, synonyms: [...new Set([...meant.synonyms, ...others])].filter((word) => word !== nearest) }
}

/** Candidates for a typo, nearest first: similar words (migrations/0080-words-near.sql), and the word with two neighbouring letters swapped. */
async function wordsNear(queryable: Queryable, text: string): Promise<string[]> {
  const alike = queryable.select({ word: sql<string>`word` }).from(sql`words_near(${text}) as word`)
  const spelled = swapped(text)
  const indexed = await areIndexed(
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
  const preferences = terms.filter(({ preference }) => preference !== null)
  const needs = terms.filter(({ preference }) => preference === null)
  const from = prefixFrom(options)
  const elsewhere = total(needs.map((term) => scoreElsewhere(term, from)))
  const score = total([sql`elsewhere`, ...needs.map((term) => scoreOf(term, from)), ...preferences.map((term) => scoreOfPreference(term, finalPrice))])
  const preferencesMet = count(preferences.map((term) => meetsPreference(term, finalPrice)))
  const isTitle = preferences.length > 0 && needs.length > 0 ? all(terms.map(matchesTitle)) : sql`false`
  // A query of preferences only filters by them.
  const fewest = needs.length > 0 ? sql`needs_met = most_needs_met and needs_met * 2 >= ${needs.length}` : sql`preferences_met = most_preferences_met`
  const conditions = needs.length > 0 ? needs.map((term) => matchesTerm(term, from)) : preferences.map((term) => matchesPreference(term, finalPrice))
  // A long document is decompressed for each condition; "offset 0" materializes the decompressed one for the next step.
  const matching = sql`
    select ${courseSearch.courseId}, ${courseSearch.names}, ts_filter(${courseSearch.document}, '{a,b,c,d}') as unpacked
    from ${courseSearch} join ${courses} on ${courses.id} = ${courseSearch.courseId}
    where ${courses.status} = 'published' and ${any(conditions)}
    offset 0`
  const candidates = sql`
    select course_id, names, ts_filter(unpacked, '{a,b,c}') as headline,
      ${needs.length === 1 ? sql`1` : count(needs.map((term) => matchesUnpacked(term, from)))} as needs_met, ${elsewhere} as elsewhere
    from (${matching}) as matching
    offset 0`
  return sql`(
    select course_id, score from (
      select *, max(needs_met) over () as most_needs_met, max(preferences_met) over () as most_preferences_met, bool_or(is_title) over () as has_title from (
        select course_id, needs_met, ${score} as score, ${preferencesMet} as preferences_met, ${isTitle} as is_title
        from (${candidates}) as candidates join ${courses} on ${courses.id} = candidates.course_id
      ) as judged
    ) as compared
    where ${fewest} and (not has_title or preferences_met = ${preferences.length})
  )`
}
