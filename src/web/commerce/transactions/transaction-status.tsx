import { proofCheckLabel, standingOf } from '#contract/commerce/order-standing.ts'
import type { Transaction, TransactionState } from '#contract/commerce/transactions.ts'
import { transactionStateLabels } from '#contract/commerce/labels.ts'
import { Badge } from '#web/kit/ui/badge.tsx'

const tones: Record<TransactionState, 'success' | 'promo' | 'danger' | 'neutral'> = {
  created: 'promo',
  pending: 'promo',
  review: 'promo',
  paid: 'success',
  partially_refunded: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
  failed: 'danger',
  refunded: 'neutral',
  chargeback: 'danger',
  reversed: 'danger',
}

/** For the buyer, who may have sent a proof. */
export const OrderStatusBadge = ({ order }: { order: Pick<Transaction, 'state' | 'status' | 'transfer'> }) =>
  standingOf(order) === 'proof-check' ? (
    <Badge tone="promo">{proofCheckLabel}</Badge>
  ) : (
    <TransactionStatusBadge state={order.state} />
  )

export const TransactionStatusBadge = ({ state }: { state: TransactionState }) => (
  <Badge tone={tones[state]}>{transactionStateLabels[state]}</Badge>
)
