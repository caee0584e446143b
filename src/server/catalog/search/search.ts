import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/database/index.ts'
import {
  all,
  any,
  count,
  isHeld,
  matchesTerm,
  matchesUnpacked,
  meetsWish,
  saysInTitle,
  total,
  worthElsewhere,
  worthOf,
  worthOfWish,
  wouldMeetWish,
} from './match.ts'
import { parseQuery, toTerm, type Term } from './parse-query.ts'
import { courseSearch } from './tables.ts'
import { mostSlips, nearestKnownWord, slips, swapped } from './words.ts'

const mostMeant = 5

export type SearchOptions = {
  /** The end of the text is still being typed: the beginning of a word will do. */
  isTyping?: boolean
}

const prefixFrom = (options: SearchOptions) => ({ prefixFrom: options.isTyping ? 1 : 4 })

/** A query, understood: its terms, with whatever no course spells that way read as a slip of the finger. */
export async function understand(queryable: Queryable, query: string, options: SearchOptions = {}): Promise<Term[]> {
  const terms = parseQuery(query)
  const suspects = terms.filter(({ text, isSymbol, wish }) => !isSymbol && wish === null && text.length >= 4 && !text.includes(' '))
  if (suspects.length === 0) return terms
  const known = await areHeld(
    queryable,
    suspects.map((term) => matchesTerm(term, prefixFrom(options))),
  )
  const misspelled = new Set(suspects.filter((_, index) => !known[index]))
  return Promise.all(terms.map(async (term) => (misspelled.has(term) ? readAsSlip(queryable, term) : term)))
}

/** For each condition, whether a published course meets it. */
async function areHeld(queryable: Queryable, conditions: readonly SQL[]): Promise<boolean[]> {
  // Counted up to one in an order of its own: for a mere "exists" the planner bets on meeting a hit early and reads the whole table when there is none.
  const held = conditions.map(
    (condition) => sql`(select count(*) > 0 from (
      select 1 from ${courseSearch} join ${courses} on ${courses.id} = ${courseSearch.courseId} where ${condition} and ${courses.status} = 'published' offset 0
    ) as holding)`,
  )
  const [row] = await queryable.select({ held: sql<boolean[]>`to_jsonb(array[${sql.join(held, sql`, `)}])` }).from(sql`(select 1) as once`)
  return row?.held ?? []
}

/** As if the nearest word had been written, and the others beside it; as it is when nothing is near. */
async function readAsSlip(queryable: Queryable, term: Term): Promise<Term> {
  const known = nearestKnownWord(term.text)
  // Looking through every name takes longer than all the rest.
  const isKnownHeld = known !== null && (await areHeld(queryable, [isHeld(known)]))[0]
  const [nearest, ...others] = [...(known ? [known] : []), ...(isKnownHeld ? [] : await wordsNear(queryable, term.text))]
  if (!nearest) return { ...term, isMisspelled: true }
  const meant = toTerm(nearest)
  return { ...meant, isMisspelled: true, synonyms: [...new Set([...meant.synonyms, ...others])].filter((word) => word !== nearest) }
}

/** What a slip may have meant, nearest first: words that look like it (migrations/0080-words-near.sql), and itself with two neighbouring letters swapped. */
async function wordsNear(queryable: Queryable, text: string): Promise<string[]> {
  const alike = queryable.select({ word: sql<string>`word` }).from(sql`words_near(${text}) as word`)
  const spelled = swapped(text)
  const held = await areHeld(
    queryable,
    spelled.map((word) => isHeld(word)),
  )
  const words = [...(await alike).map(({ word }) => word), ...spelled.filter((_, index) => held[index])]
  return [...new Set(words)]
    .map((word) => ({ word, distance: slips(text, word) }))
    .filter(({ word, distance }) => distance <= mostSlips(text) || word.startsWith(text))
    .toSorted((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, mostMeant)
    .map(({ word }) => word)
}

/**
 * The published courses that answer a query, as a table `(course_id, worth)`; null when the query asks for nothing.
 * Courses that hold the most of its terms, and at least half of them. Wishes order, unless a title says the whole query.
 */
export function foundCourses(terms: readonly Term[], finalPrice: SQL, options: SearchOptions = {}): SQL | null {
  if (terms.length === 0) return null
  const wishes = terms.filter(({ wish }) => wish !== null)
  const needs = terms.filter(({ wish }) => wish === null)
  const from = prefixFrom(options)
  const elsewhere = total(needs.map((term) => worthElsewhere(term, from)))
  const worth = total([sql`elsewhere`, ...needs.map((term) => worthOf(term, from)), ...wishes.map((term) => worthOfWish(term, finalPrice))])
  const wishesMet = count(wishes.map((term) => meetsWish(term, finalPrice)))
  const isTitle = wishes.length > 0 && needs.length > 0 ? all(terms.map(saysInTitle)) : sql`false`
  // Wishes alone are what is asked for.
  const fewest = needs.length > 0 ? sql`needs_met = most_needs_met and needs_met * 2 >= ${needs.length}` : sql`wishes_met = most_wishes_met`
  const asked = needs.length > 0 ? needs.map((term) => matchesTerm(term, from)) : wishes.map((term) => wouldMeetWish(term, finalPrice))
  // A long document lies packed in the table and is unpacked for each question: "offset 0" keeps the unpacked one of each step for the next.
  const held = sql`
    select ${courseSearch.courseId}, ${courseSearch.names}, ts_filter(${courseSearch.document}, '{a,b,c,d}') as unpacked
    from ${courseSearch} join ${courses} on ${courses.id} = ${courseSearch.courseId}
    where ${courses.status} = 'published' and ${any(asked)}
    offset 0`
  const candidates = sql`
    select course_id, names, ts_filter(unpacked, '{a,b,c}') as headline,
      ${needs.length === 1 ? sql`1` : count(needs.map((term) => matchesUnpacked(term, from)))} as needs_met, ${elsewhere} as elsewhere
    from (${held}) as held
    offset 0`
  return sql`(
    select course_id, worth from (
      select *, max(needs_met) over () as most_needs_met, max(wishes_met) over () as most_wishes_met, bool_or(is_title) over () as has_title from (
        select course_id, needs_met, ${worth} as worth, ${wishesMet} as wishes_met, ${isTitle} as is_title
        from (${candidates}) as candidates join ${courses} on ${courses.id} = candidates.course_id
      ) as judged
    ) as compared
    where ${fewest} and (not has_title or wishes_met = ${wishes.length})
  )`
}
