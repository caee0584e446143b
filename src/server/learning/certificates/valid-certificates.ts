import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { certificates } from './tables.ts'

/** The number of valid certificates of these courses. */
export async function countCertificates(
  { database }: { database: Database },
  courseIds: readonly string[],
): Promise<number> {
  if (courseIds.length === 0) return 0
  const [counted] = await database.query
    .select({ total: count() })
    .from(certificates)
    .where(and(inArray(certificates.courseId, [...courseIds]), isNull(certificates.revokedAt)))
  return counted?.total ?? 0
}

/** A student's valid certificates by course. */
export async function certificateIdsOf(queryable: Queryable, userId: string): Promise<Map<string, string>> {
  const rows = await queryable
    .select({ id: certificates.id, courseId: certificates.courseId })
    .from(certificates)
    .where(and(eq(certificates.userId, userId), isNull(certificates.revokedAt)))
  return new Map(rows.map(({ id, courseId }) => [courseId, id]))
}
