import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { ConversationDeps } from './deps.ts'
import { writingBlocks } from './tables.ts'

const isIn = (courseId: string): SQL | undefined =>
  or(eq(writingBlocks.courseId, courseId), isNull(writingBlocks.courseId))

/** True when staff stopped a person from writing in this course. Staff of the course are never stopped. */
export async function isBlocked(
  queryable: Queryable,
  viewer: Viewer,
  { courseId, isStaff }: { courseId: string; isStaff: boolean },
) {
  if (isStaff) return false
  const [block] = await queryable
    .select({ id: writingBlocks.id })
    .from(writingBlocks)
    .where(and(eq(writingBlocks.userId, viewer.id), isIn(courseId)))
    .limit(1)
  return block !== undefined
}

/** Finds who of these people may not write in a course, as `user course`. */
export async function findBlocked(
  deps: ConversationDeps,
  pairs: readonly { userId: string; courseId: string }[],
): Promise<Set<string>> {
  const userIds = [...new Set(pairs.map(({ userId }) => userId))]
  if (userIds.length === 0) return new Set()
  const rows = await deps.database.query.select().from(writingBlocks).where(inArray(writingBlocks.userId, userIds))
  const isStopped = (pair: { userId: string; courseId: string }) =>
    rows.some((row) => row.userId === pair.userId && (row.courseId === null || row.courseId === pair.courseId))
  return new Set(pairs.filter(isStopped).map(({ userId, courseId }) => `${userId} ${courseId}`))
}
