import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { userSql } from '#server/identity/index.ts'
import { completions, enrollments } from '#server/learning/tables.ts'

const batchLength = 2000

type Deps = { database: Database; catalog: Pick<Catalog, 'isShownSql'> }

/**
 * Compares what the students of a course are ordered and searched by with their names and completions, and corrects what differs: rows that are older than the columns,
 * completions that were deleted with their lesson, and those of a lesson that became a draft or is published again.
 */
export async function correctStudentOrder({ database, catalog }: Deps, courseId: string): Promise<void> {
  let after: string | null = null
  for (;;) {
    const batch: Counted[] = await database.query
      .select({ userId: enrollments.userId, ...countedOf(database.query, catalog) })
      .from(enrollments)
      .where(
        and(
          eq(enrollments.courseId, courseId),
          isNull(enrollments.revokedAt),
          after === null ? undefined : gt(enrollments.userId, after),
        ),
      )
      .orderBy(asc(enrollments.userId))
      .limit(batchLength)
    const differing = batch.filter(({ isRight }) => !isRight)
    if (differing.length > 0) await correct({ database, catalog }, courseId, differing)
    after = batch.at(-1)?.userId ?? null
    if (batch.length < batchLength) return
  }
}

type Counted = { userId: string; isRight: boolean }

const ofUser = (queryable: Queryable, field: 'name' | 'searchText') => {
  const people = userSql.names(queryable)
  return sql`(${queryable
    .select({ value: people[field] })
    .from(people)
    .where(sql`${people.id} = ${enrollments.userId}`)})`
}
const countedLessons = ({ isShownSql }: Deps['catalog']) =>
  sql`(select count(*)::int from ${completions}
    where ${completions.userId} = ${enrollments.userId} and ${completions.courseId} = ${enrollments.courseId} and ${isShownSql(completions.lessonId)})`
const countedOf = (queryable: Queryable, catalog: Deps['catalog']) => ({
  isRight: sql<boolean>`${enrollments.studentName} = ${ofUser(queryable, 'name')} and ${enrollments.studentSearch} = ${ofUser(queryable, 'searchText')} and ${enrollments.completedLessons} = ${countedLessons(catalog)}`,
})

/** Locks the rows before it counts: who completes a lesson meanwhile changes the same row afterwards. */
async function correct({ database, catalog }: Deps, courseId: string, rows: readonly Counted[]): Promise<void> {
  const where = and(
    eq(enrollments.courseId, courseId),
    inArray(
      enrollments.userId,
      rows.map(({ userId }) => userId),
    ),
  )
  await database.transaction(async (tx) => {
    await tx
      .select({ userId: enrollments.userId })
      .from(enrollments)
      .where(where)
      .orderBy(asc(enrollments.userId))
      .for('update')
    await tx
      .update(enrollments)
      .set({
        studentName: ofUser(tx, 'name'),
        studentSearch: ofUser(tx, 'searchText'),
        completedLessons: countedLessons(catalog),
      })
      .where(where)
  })
}
