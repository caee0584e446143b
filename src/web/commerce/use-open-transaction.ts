import { useEffect, useState } from 'react'
import type { Transaction } from '#contract/commerce.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { boughtItem } from './item-paths.ts'

/** What was begun earlier for this item and still waits to be paid: also after a reload, and on another device. */
export function useOpenTransaction(itemId: string): Transaction | null {
  const { mine } = useApi()
  const session = useSession()
  const [open, setOpen] = useState<Transaction | null>(null)
  const isSignedIn = session.status === 'signed-in'

  useEffect(() => {
    setOpen(null)
    if (!isSignedIn) return
    let left = false
    mine.commerce
      .listMyTransactions()
      .then(({ data }) => {
        if (!left) setOpen(data.find((transaction) => transaction.status === 'pending' && boughtItem(transaction)._id === itemId) ?? null)
      })
      // It only reminds: without it, buying goes on with the same transaction all the same.
      .catch(() => {})
    return () => {
      left = true
    }
  }, [mine, isSignedIn, itemId])

  return open
}
