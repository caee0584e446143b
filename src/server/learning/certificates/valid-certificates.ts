import { and, count, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
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

/** The certificate of a finished course. One that an admin revoked is not issued again. */
export type CertificateOfCourse = { id: string; isRevoked: boolean }

/**
 * A student's certificates by course. Those that ended with the access are left out: with the next one they come back by themselves after a
 * reversal (suspension.ts), else when the student asks (store-certificate.ts).
 */
export async function certificatesOf(queryable: Queryable, userId: string): Promise<Map<string, CertificateOfCourse>> {
  const rows = await queryable
    .select({ id: certificates.id, courseId: certificates.courseId, revokedAt: certificates.revokedAt })
    .from(certificates)
    .where(and(eq(certificates.userId, userId), or(isNull(certificates.revokedAt), isNotNull(certificates.revokedBy))))
  return new Map(
    rows.flatMap(({ id, courseId, revokedAt }) =>
      courseId === null ? [] : [[courseId, { id, isRevoked: revokedAt !== null }] as const],
    ),
  )
}
