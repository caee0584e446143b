import { and, eq, inArray } from 'drizzle-orm'
import type { LineRow, TransactionRow } from './tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { cartItems } from './cart-tables.ts'

/** Takes what a buyer paid for themselves out of their cart, and a cart that became a gift: it does not come back with a refund. */
export async function takeOutOfCart(
  tx: Tx,
  { studentId, kind, giftEmail }: Pick<TransactionRow, 'studentId' | 'kind' | 'giftEmail'>,
  lines: readonly LineRow[],
): Promise<void> {
  const isGivenCart = kind === 'cart' && giftEmail !== null
  const own = isGivenCart ? lines : lines.filter(({ receiverId }) => receiverId === studentId)
  const ids = own.flatMap(({ itemId, bundleId, pathId }) => [itemId, bundleId, pathId].filter((id) => id !== null))
  if (ids.length === 0) return
  await tx.delete(cartItems).where(and(eq(cartItems.userId, studentId), inArray(cartItems.itemId, ids)))
}
