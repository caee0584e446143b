import { sql } from 'drizzle-orm'
import { finalPrice } from '#server/catalog/final-price.ts'
import { courses } from '#server/catalog/tables.ts'
import type { Database } from '#server/platform/database/index.ts'
import { createCourseIndex, type CourseIndex, type IndexedCourse } from './course-index.ts'
import type { ReadLexemes } from './lexemes.ts'
import { knownPhrases } from './words.ts'

/** All courses are compared with the database this often, for changes that no transaction id shows: a failover, a restored table. */
const compareAllEveryMs = 5 * 60_000
/** Few at once: reading a document blocks the process. */
const coursesPerBatch = 100

type Change = { courseId: string; changedIn: string }

/**
 * The index of the published courses, as of the moment of the call. The table `course_search_changes` names the transaction that last
 * changed each course; those that were not yet visible at the last call are read again.
 */
export function followCourses(database: Database, readLexemes: ReadLexemes) {
  let index: CourseIndex | null = null
  const changedIn = new Map<string, string>()
  /** Every transaction before this one had ended at the last call. */
  let seenUntil = '0'
  let comparedAllAt = -Infinity
  let running: Promise<CourseIndex> | null = null
  let next: Promise<CourseIndex> | null = null

  async function update(): Promise<CourseIndex> {
    const isComplete = performance.now() - comparedAllAt > compareAllEveryMs
    index ??= createCourseIndex(await listPhrases(readLexemes))
    const { until, changes } = await readChanges(database, isComplete ? null : seenUntil)
    await readAgain(
      index,
      changes.filter((change) => changedIn.get(change.courseId) !== change.changedIn),
    )
    if (isComplete) {
      removeOthers(index, new Set(changes.map(({ courseId }) => courseId)))
      comparedAllAt = performance.now()
    }
    seenUntil = until
    return index
  }

  async function readAgain(index: CourseIndex, changes: readonly Change[]): Promise<void> {
    for (let from = 0; from < changes.length; from += coursesPerBatch) {
      const batch = changes.slice(from, from + coursesPerBatch)
      const rows = await readCourses(
        database,
        batch.map(({ courseId }) => courseId),
      )
      for (const { courseId } of batch) index.remove(courseId)
      for (const row of rows) index.set(row)
      for (const { courseId, changedIn: transaction } of batch) changedIn.set(courseId, transaction)
    }
  }

  function removeOthers(index: CourseIndex, present: ReadonlySet<string>): void {
    for (const courseId of changedIn.keys()) {
      if (present.has(courseId)) continue
      index.remove(courseId)
      changedIn.delete(courseId)
    }
  }

  /** Calls during an update share the next one, because the running one may have read before their moment. */
  return function current(): Promise<CourseIndex> {
    if (!running) {
      running = update().finally(() => (running = null))
      return running
    }
    const start = () => {
      next = null
      return current()
    }
    next ??= running.then(start, start)
    return next
  }
}

/** The courses that were changed by transactions from `since` on, all when it is null; and the transaction before which all have ended. */
async function readChanges(database: Database, since: string | null): Promise<{ until: string; changes: Change[] }> {
  // A restored row may name a transaction that this server has not reached.
  const isRecent = sql`changed_in >= ${since}::text::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`
  const [row] = await database.prepared
    .select({
      until: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`,
      changes: sql<Change[]>`coalesce((
        select json_agg(json_build_object('courseId', course_id, 'changedIn', changed_in::text))
        from course_search_changes where ${since === null ? sql`true` : isRecent}
      ), '[]')`,
    })
    .from(sql`(select) as now`)
  return row ?? { until: '0', changes: [] }
}

/** Those of these courses that are published. */
async function readCourses(database: Database, courseIds: readonly string[]): Promise<IndexedCourse[]> {
  return database.prepared
    .select({
      id: courses.id,
      level: courses.level,
      isFree: sql<boolean>`${finalPrice} = 0`,
      names: sql<string>`course_search.names`,
      document: sql<string>`course_search.document::text`,
    })
    .from(courses)
    .innerJoin(sql`course_search`, sql`course_search.course_id = ${courses.id}`)
    .where(
      sql`${courses.status} = 'published' and ${courses.id} in (select value::uuid from json_array_elements_text(${JSON.stringify(courseIds)}::text::json))`,
    )
}

/** All phrases that a search can look for, in the words of the documents. */
async function listPhrases(readLexemes: ReadLexemes): Promise<Set<string>> {
  const lexemesOf = await readLexemes(knownPhrases)
  return new Set(knownPhrases.map(lexemesOf).flatMap(({ written, stemmed }) => [written, stemmed]))
}
