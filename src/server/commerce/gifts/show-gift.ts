import type { OpenedGift } from '#contract/commerce/gifts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { describeItems } from '#server/commerce/items/describe-items.ts'
import { hasPaid } from '#server/commerce/orders/states.ts'
import { openGift } from './claim-gift.ts'
import { isRefundDue } from './due-refund.ts'

/** Shows a gift to who has its link; null when that has ended. */
export async function showGift(deps: CommerceDeps, token: string): Promise<OpenedGift | null> {
  const opened = await openGift(deps.database.query, token)
  if (!opened) return null
  const { gift, row, lines } = opened
  const summaries = await describeItems(deps, lines)
  const items = lines.map(({ kind, itemId, itemTitle }) => ({
    kind,
    _id: itemId,
    title: itemTitle,
    thumbnail: summaries.get(itemId)?.thumbnail ?? '',
  }))
  const isOpen = hasPaid(row.state) && !(await isRefundDue(deps.database.query, row.id))
  const state = gift.claimedAt ? 'claimed' : isOpen ? 'open' : 'refunded'
  return { state, from: row.buyerName, name: gift.name, message: gift.message, items }
}
