import { and, eq, getTableColumns } from 'drizzle-orm'
import type { ListWritingBlocksInput, WritingBlock } from '#contract/conversation/moderation.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ConversationDeps } from './deps.ts'
import { writingBlocks } from './tables.ts'
import { userSql } from '#server/identity/index.ts'
import { countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

// A report goes with what it is about, or with its reporter; the block that was made from it stays, and is ended here.

/** Newest first. `q` searches the name and the address of who is blocked. */
export async function listWritingBlocks(
  { database: { query }, identity, catalog }: ConversationDeps,
  { q, ...input }: ListWritingBlocksInput,
): Promise<KeysetPage<WritingBlock> & { total: number; isCounted: boolean }> {
  const where = q ? userSql.matches(writingBlocks.userId, q) : undefined
  const at = keyset({ key: writingBlocks.createdAt, type: 'instant', id: writingBlocks.id, descending: true }, input)
  const found = await query
    .select({ ...getTableColumns(writingBlocks), position: at.position })
    .from(writingBlocks)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  const people = await identity.findUserProfiles(
    rows.flatMap(({ userId, blockedBy }) => [userId, ...(blockedBy === null ? [] : [blockedBy])]),
  )
  const courseIds = [...new Set(rows.flatMap(({ courseId }) => courseId ?? []))]
  const titles = new Map((await catalog.listCoursesById(courseIds)).map(({ id, title }) => [id, title]))
  return {
    rows: rows.map(({ id, userId, courseId, blockedBy, createdAt }) => ({
      _id: id,
      author: { _id: userId, name: people.get(userId)?.name ?? '', email: people.get(userId)?.email ?? '' },
      course: courseId === null ? null : { _id: courseId, title: titles.get(courseId) ?? '' },
      blockedBy: blockedBy === null ? null : { _id: blockedBy, name: people.get(blockedBy)?.name ?? '' },
      createdAt: createdAt.toISOString(),
    })),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, writingBlocks, where))),
  }
}

/** Null when there is no such block. The same person may be blocked elsewhere, by a block of its own. */
export const endWritingBlock = (
  { database, audit }: ConversationDeps,
  admin: Viewer,
  id: string,
): Promise<{ isStillBlocked: boolean } | null> =>
  database.transaction(async (tx) => {
    const [ended] = await tx.delete(writingBlocks).where(eq(writingBlocks.id, id)).returning()
    if (!ended) return null
    const { userId, courseId } = ended
    await audit.record(tx, {
      actorId: admin.id,
      action: 'writing.unblocked',
      // Ended in the list of people, not at a report.
      subjectKind: 'user',
      subjectId: userId,
      details: { userId, ...(courseId === null ? {} : { courseId }) },
    })
    return { isStillBlocked: (await tx.$count(writingBlocks, eq(writingBlocks.userId, userId))) > 0 }
  })
