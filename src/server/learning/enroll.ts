import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import { inPages, type Queryable, type Transaction } from '#server/database/index.ts'
import { enrollments } from './tables.ts'

export type Grant = {
  userId: string
  courseId: string
  /** What grants it, in the caller's words; only the same words can take it back. */
  sourceRef: string
}

type Deps = { catalog: Catalog; clock: Clock }

/** Gives access. False when this student already has it: nothing is changed then, so applying a grant twice is harmless. */
export async function enroll(tx: Transaction, { catalog, clock }: Deps, { userId, courseId, sourceRef }: Grant): Promise<boolean> {
  const grantedAt = clock.now()
  const granted = await tx
    .insert(enrollments)
    .values({ userId, courseId, sourceRef, grantedAt })
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: { sourceRef, grantedAt, revokedAt: sql`null` },
      // Access that was taken back may be given again; access that stands stays as it is.
      setWhere: isNotNull(enrollments.revokedAt),
    })
    .returning({ courseId: enrollments.courseId })
  if (granted.length === 0) return false
  await catalog.countStudents(tx, courseId, 1)
  return true
}

/** Takes back exactly what this source gave. False when it gave nothing, or it was taken back before. */
export async function revoke(tx: Transaction, { catalog, clock }: Deps, sourceRef: string): Promise<boolean> {
  const [revoked] = await tx
    .update(enrollments)
    .set({ revokedAt: clock.now() })
    .where(and(eq(enrollments.sourceRef, sourceRef), isNull(enrollments.revokedAt)))
    .returning({ courseId: enrollments.courseId })
  if (!revoked) return false
  await catalog.countStudents(tx, revoked.courseId, -1)
  return true
}

export type Enrollment = typeof enrollments.$inferSelect

/** The standing access of a student to a course; null when there is none. */
export async function findEnrollment(queryable: Queryable, userId: string, courseId: string): Promise<Enrollment | null> {
  const [row] = await queryable
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt)))
  return row ?? null
}

/** Standing enrolments by user. Whoever has none is left out. */
export async function countCoursesOf(queryable: Queryable, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await inPages(userIds, (page) =>
    queryable
      .select({ userId: enrollments.userId, count: sql<number>`count(*)::int` })
      .from(enrollments)
      .where(and(inArray(enrollments.userId, page), isNull(enrollments.revokedAt)))
      .groupBy(enrollments.userId),
  )
  return new Map(rows.map((row) => [row.userId, row.count]))
}
