import type { Transaction } from '#contract/commerce/transactions.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { boughtItem } from '#web/commerce/item-paths.ts'
import type { BuyableItem } from './use-checkout.ts'

/** The pending transaction of this item, bought for oneself, also after a reload and on another device. `reload` reads it again. Without it, the checkout still continues the same transaction. */
export function useOpenTransaction({ kind, id }: Pick<BuyableItem, 'kind' | 'id'>): {
  open: Transaction | null
  hasFailed: boolean
  reload: () => void
} {
  const { authenticated } = useApi()
  const session = useSession()
  const key = session.status === 'signed-in' ? `${session.session.token} ${id}` : null
  const { status, data, reload } = useRemote(key, async (signal) => {
    const { data } = await authenticated.commerce.listMyTransactions(undefined, { signal })
    const isOfItem = (transaction: Transaction) =>
      transaction.kind === kind && (kind === 'cart' || boughtItem(transaction)._id === id)
    return (
      data.find(
        (transaction) => transaction.status === 'pending' && transaction.gift === null && isOfItem(transaction),
      ) ?? null
    )
  })
  return { open: data ?? null, hasFailed: status === 'failed', reload }
}
