import { useEffect, useState } from 'react'
import type { Transaction } from '#contract/commerce.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { boughtItem } from './item-paths.ts'

/** The pending transaction of this item, also after a reload and on another device. */
export function useOpenTransaction(itemId: string): Transaction | null {
  const { mine } = useApi()
  const session = useSession()
  const [open, setOpen] = useState<Transaction | null>(null)
  const isSignedIn = session.status === 'signed-in'

  useEffect(() => {
    setOpen(null)
    if (!isSignedIn) return
    let isCancelled = false
    mine.commerce
      .listMyTransactions()
      .then(({ data }) => {
        if (!isCancelled) setOpen(data.find((transaction) => transaction.status === 'pending' && boughtItem(transaction)._id === itemId) ?? null)
      })
      // Only a reminder: without it, the checkout still continues the same transaction.
      .catch(() => {})
    return () => {
      isCancelled = true
    }
  }, [mine, isSignedIn, itemId])

  return open
}
