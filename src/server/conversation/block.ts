import { newId } from '#server/platform/new-id.ts'
import { and, eq } from 'drizzle-orm'
import type { Report } from '#contract/conversation/moderation.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { roleIn } from '#server/catalog/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { ConversationDeps } from './deps.ts'
import { reports, writingBlocks } from './tables.ts'
import { isDecidedBy } from './is-decided-by.ts'
import { presentReports } from './reports-list.ts'

export type BlockOutcome = { outcome: 'saved'; report: Report } | Refusal<'not-found' | 'no-author'>

/** Stops the author of what was reported from writing, or lets them write again: an instructor in the course, an admin everywhere. */
export async function blockAuthor(
  deps: ConversationDeps,
  staff: Viewer,
  { id, isToBeBlocked }: { id: string; isToBeBlocked: boolean },
): Promise<BlockOutcome> {
  const [row] = await deps.database.query
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), await isDecidedBy(deps, staff)))
  const [known] = row ? await presentReports(deps, [row]) : []
  if (!row || !known) return refused('not-found')
  const userId = known.item.author?._id
  const course = await deps.catalog.findCourse(row.courseId)
  if (userId === undefined || (course && roleIn(userId, course) !== null) || userId === staff.id)
    return refused('no-author')
  const courseId = staff.role === 'admin' ? null : row.courseId
  await deps.database.transaction(async (tx) => {
    const block = { id: newId(), userId, courseId, blockedBy: staff.id, createdAt: deps.clock.now() }
    // An admin ends all blocks, an instructor those of the course.
    const isEnded = and(
      eq(writingBlocks.userId, userId),
      courseId === null ? undefined : eq(writingBlocks.courseId, courseId),
    )
    const changed = isToBeBlocked
      ? await tx.insert(writingBlocks).values(block).onConflictDoNothing().returning()
      : await tx.delete(writingBlocks).where(isEnded).returning()
    if (changed.length === 0) return
    const details = { userId, ...(courseId === null ? {} : { courseId }) }
    const action = isToBeBlocked ? 'writing.blocked' : 'writing.unblocked'
    await deps.audit.record(tx, { actorId: staff.id, action, subjectId: id, details })
  })
  const [presented] = await presentReports(deps, [row])
  return presented ? { outcome: 'saved', report: presented } : refused('not-found')
}
