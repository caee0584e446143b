import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import type { CatalogDeps } from './deps.ts'
import { findInstructorShares, handOver, keepShares, storeInstructorShares } from './instructor-shares.ts'
import { courses } from './tables.ts'

/** Gives all courses of an instructor to another one, with what they earn of them, and returns how many. */
export async function reassignCourses(
  tx: Tx,
  { cacheTags, clock }: CatalogDeps,
  change: { from: string; to: string },
): Promise<number> {
  const moved = await tx
    .update(courses)
    .set({ instructorId: change.to, version: sql`${courses.version} + 1`, updatedAt: clock.now() })
    .where(eq(courses.instructorId, change.from))
    .returning({ id: courses.id })
  const ids = moved.map(({ id }) => id)
  for (const [courseId, shares] of await findInstructorShares(tx, ids))
    await storeInstructorShares(tx, courseId, await keepShares(tx, handOver(shares, change), change.to))
  await cacheTags.invalidate(tx, ['courses', ...ids.map((id) => `course:${id}`)])
  return moved.length
}
