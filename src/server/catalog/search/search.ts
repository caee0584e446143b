import { sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/database/index.ts'
import { all, any, count, matchesTerm, meetsWish, saysInTitle, total, worthElsewhere, worthOf, worthOfWish, wouldMeetWish } from './match.ts'
import { parseQuery, toTerm, type Term } from './parse-query.ts'
import { courseSearch } from './tables.ts'
import { findMeaning, nearestKnownWord } from './words.ts'

export type SearchOptions = {
  /** The end of the text is still being typed: the beginning of a word will do. */
  isTyping?: boolean
}

const prefixFrom = (options: SearchOptions) => ({ prefixFrom: options.isTyping ? 1 : 3 })

/** A query, understood: its terms, with whatever no course spells that way read as a slip of the finger. */
export async function understand(queryable: Queryable, query: string, options: SearchOptions = {}): Promise<Term[]> {
  const terms = parseQuery(query)
  const suspects = terms.filter(({ text, isSymbol, wish }) => !isSymbol && wish === null && text.length >= 4 && !text.includes(' '))
  if (suspects.length === 0) return terms
  const known = suspects.map((term, index) => sql`${exists(matchesTerm(term, prefixFrom(options)))} as ${sql.identifier(`known_${index}`)}`)
  const [row] = await queryable
    .select({
      known: sql<boolean[]>`to_jsonb(array[${sql.join(
        known.map((_, index) => sql.identifier(`known_${index}`)),
        sql`, `,
      )}])`,
    })
    .from(sql`(select ${sql.join(known, sql`, `)}) as spelling`)
  const misspelled = new Set(suspects.filter((_, index) => !row?.known[index]))
  return terms.map((term) => (misspelled.has(term) ? readAsSlip(term) : term))
}

const exists = (condition: SQL): SQL =>
  sql`exists (select 1 from ${courseSearch} join ${courses} on ${courses.id} = ${courseSearch.courseId} where ${courses.status} = 'published' and ${condition})`

function readAsSlip(term: Term): Term {
  const meant = nearestKnownWord(term.text)
  if (!meant) return { ...term, isMisspelled: true }
  return { ...term, isMisspelled: true, wish: findMeaning(meant)?.wish ?? null, synonyms: [meant, ...toTerm(meant).synonyms] }
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
  const needed = needs.map((term) => matchesTerm(term, from))
  const elsewhere = total(needs.map((term) => worthElsewhere(term, from)))
  const worth = total([sql`elsewhere`, ...needs.map((term) => worthOf(term, from)), ...wishes.map((term) => worthOfWish(term, finalPrice))])
  const wishesMet = count(wishes.map((term) => meetsWish(term, finalPrice)))
  const isTitle = wishes.length > 0 && needs.length > 0 ? all(terms.map(saysInTitle)) : sql`false`
  // Wishes alone are what is asked for.
  const fewest = needs.length > 0 ? sql`needs_met = most_needs_met and needs_met * 2 >= ${needs.length}` : sql`wishes_met = most_wishes_met`
  // A long document lies packed in the table and is unpacked for each question: "offset 0" makes of it, once, the short one that most questions are about.
  const candidates = sql`
    select ${courseSearch.courseId}, ${courseSearch.names}, ts_filter(${courseSearch.document}, '{a,b,c}') as headline,
      ${needs.length === 1 ? sql`1` : count(needed)} as needs_met, ${elsewhere} as elsewhere
    from ${courseSearch} join ${courses} on ${courses.id} = ${courseSearch.courseId}
    where ${courses.status} = 'published' and ${any(needs.length > 0 ? needed : wishes.map((term) => wouldMeetWish(term, finalPrice)))}
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
