import type { Transaction } from '#contract/commerce/commerce.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { boughtItem } from '#web/commerce/item-paths.ts'

/** The pending transaction of this item, also after a reload and on another device. `reload` reads it again. */
export function useOpenTransaction(itemId: string): { open: Transaction | null; reload: () => void } {
  const { authenticated } = useApi()
  const session = useSession()
  const key = session.status === 'signed-in' ? `${session.session.token} ${itemId}` : null
  // Only a reminder: without it, the checkout still continues the same transaction.
  const { data, reload } = useRemote(key, async (signal) => {
    const { data } = await authenticated.commerce.listMyTransactions(undefined, { signal })
    return data.find((transaction) => transaction.status === 'pending' && boughtItem(transaction)._id === itemId) ?? null
  })
  return { open: data ?? null, reload }
}
