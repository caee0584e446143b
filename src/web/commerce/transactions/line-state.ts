import type { Transaction } from '#contract/commerce/transactions.ts'
import { transactionStateLabels } from '#contract/commerce/labels.ts'

type Tone = 'success' | 'promo' | 'danger' | 'neutral'

/** Labels a line: in a paid order by what went back of it, else by the state of the order. */
export function lineState(
  { state, status }: Pick<Transaction, 'state' | 'status'>,
  { amount, refunded }: Pick<Transaction['items'][number], 'amount' | 'refunded'>,
): { label: string; tone: Tone } {
  if (refunded > 0)
    return refunded === amount
      ? { label: 'Dana dikembalikan', tone: 'neutral' }
      : { label: 'Dikembalikan sebagian', tone: 'promo' }
  if (status === 'success') return { label: 'Lunas', tone: 'success' }
  return { label: transactionStateLabels[state], tone: status === 'pending' ? 'promo' : 'neutral' }
}
