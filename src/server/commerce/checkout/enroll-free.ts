import { isFree } from '#contract/kit/money.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Item } from '#server/commerce/items/item.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { cancelFreed } from './cancel-transaction.ts'
import { seatsFor } from '#server/commerce/orders/cohort-seats.ts'
import { findOpen } from './open-transaction.ts'

/** Grants what costs nothing, without a transaction. In one order, so that two such purchases cannot wait for each other. */
export async function grantFree(
  tx: Tx,
  { items }: Pick<CommerceDeps, 'items'>,
  { userId, granted }: { userId: string; granted: readonly (Pick<Item, 'kind' | 'id'> & { groupId: string | null })[] },
): Promise<void> {
  for (const { kind, id, groupId } of granted.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await items[kind].grant(tx, { userId, itemId: id, sourceRef: 'free', groupId })
}

/** 'Mulai Belajar' on a free course. Idempotent. */
export async function enrollFree(
  deps: CommerceDeps,
  userId: string,
  { courseId, cohortId }: { courseId: string; cohortId: string | null },
): Promise<
  | { outcome: 'enrolled' }
  | { outcome: 'not-found'; message: string }
  | Refusal<'not-free' | 'empty-item' | 'cohort-full' | 'cohort-closed'>
  | InvalidInput
> {
  const course = { kind: 'course', id: courseId } as const
  const started = await deps.database.transaction(async (tx) => {
    const row = await deps.catalog.findCourse(courseId, tx)
    if (row?.status !== 'published' || row.priceIdr === null)
      return { outcome: 'not-found', message: 'Course data not found' } as const
    if (!isFree({ price: row.priceIdr, discount: row.discountPercent })) return refused('not-free')
    if (row.lessonCount === 0) return refused('empty-item')
    if (await deps.items.course.isOwned(userId, courseId, tx)) return { outcome: 'enrolled' } as const
    const groupId = row.cohortsSince === null ? null : cohortId
    if (row.cohortsSince !== null) {
      const seat = await seatsFor(tx, deps, { chosen: [{ courseId, groupId }], userId })
      if (seat.outcome !== 'free') return seat
    }
    await grantFree(tx, deps, { userId, granted: [{ ...course, groupId }] })
    return { outcome: 'enrolled' } as const
  })
  // It had a price when it was ordered: nobody pays for what is free.
  const ordered = started.outcome === 'enrolled' ? await findOpen(deps.database.query, userId, course, null) : null
  if (ordered) await cancelFreed(deps, ordered)
  return started
}
