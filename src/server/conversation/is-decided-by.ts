import { and, inArray, isNull, type SQL } from 'drizzle-orm'
import { coursesOf } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { reports } from './tables.ts'
import type { Viewer } from '#server/platform/http/index.ts'

/** Condition: a report that this staff member decides. Reviews of one's own courses are for admins to judge. */
export async function isDecidedBy(deps: ConversationDeps, staff: Viewer): Promise<SQL | undefined> {
  const courseIds = await coursesOf(deps, staff)
  return courseIds === null ? undefined : and(inArray(reports.courseId, courseIds), isNull(reports.reviewId))
}
