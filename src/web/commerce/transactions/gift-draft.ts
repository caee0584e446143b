import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { tabText } from '#web/commerce/checkout/tab-text.ts'
import { parseRecord, parseString } from '#web/kit/device/parse.ts'

const empty = { email: '', name: '', message: '', sendOn: '' }
export type GiftDraft = typeof empty

/** Draft of a gift of this item. It is kept in this tab until the gift is bought, also over a sign-up, and ends with a sign-out. */
export function giftDraft({ kind, id }: Pick<BuyableItem, 'kind' | 'id'>) {
  const stored = tabText(`cendaki-gift:${kind}:${id}`)
  return {
    read(): GiftDraft {
      try {
        return { ...empty, ...parseRecord(JSON.parse(stored.read() ?? '{}'), parseString) }
      } catch {
        // Damaged or outdated data counts as nothing typed.
        return empty
      }
    },
    write: (typed: GiftDraft) => stored.write(JSON.stringify(typed)),
    remove: () => stored.write(null),
  }
}
