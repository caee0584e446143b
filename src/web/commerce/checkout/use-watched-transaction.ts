import type { Transaction } from '#contract/commerce/transactions.ts'
import { hourMs } from '#contract/kit/durations.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { usePolling, type Polling } from '#web/kit/ui/behaviour/use-polling.ts'

const schedule = { intervalMs: 3_000, maxIntervalMs: 30_000, deadlineMs: hourMs }

/**
 * A transaction of the signed-in user, checked with the provider until it is no longer pending; null when `choose` finds none
 * among all transactions, newest first. `key` says what is chosen; another key chooses again.
 */
export function useWatchedTransaction(
  key: string,
  choose: (transactions: readonly Transaction[]) => Transaction | undefined,
): Polling<Transaction | null> {
  const { authenticated } = useApi()
  const session = useSession()
  return usePolling<Transaction | null>(session.status === 'signed-in' ? `${session.session.token} ${key}` : null, {
    schedule,
    // Only the first request lists transactions; later ones read the pending one alone.
    async request(signal, last) {
      const chosen = last ?? choose((await authenticated.commerce.listMyTransactions(undefined, { signal })).data)
      if (chosen?.status !== 'pending') return chosen ?? null
      return (await authenticated.commerce.refreshMyTransaction({ id: chosen._id }, { signal })).data
    },
    isFinal: (transaction) => transaction?.status !== 'pending',
  })
}
