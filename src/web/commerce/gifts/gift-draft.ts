import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { tabText } from '#web/commerce/checkout/tab-text.ts'

const empty = { email: '', name: '', message: '', sendOn: '' }
export type GiftDraft = typeof empty

/** What is typed for a gift of this item. It is kept in this tab until the gift is bought, also over a sign-up, and ends with a sign-out. */
export function giftDraft({ kind, id }: Pick<BuyableItem, 'kind' | 'id'>) {
  const stored = tabText(`cendaki-gift:${kind}:${id}`)
  return {
    read: (): GiftDraft => ({ ...empty, ...(JSON.parse(stored.read() ?? '{}') as Partial<GiftDraft>) }),
    write: (typed: GiftDraft) => stored.write(JSON.stringify(typed)),
    remove: () => stored.write(null),
  }
}
