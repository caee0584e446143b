import {
  proofCheckLabel,
  refundStandingLabels,
  refundStandingOf,
  standingOf,
} from '#contract/commerce/order-standing.ts'
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

type Order = Pick<Transaction, 'state' | 'status' | 'transfer' | 'refundTransfers'>

/** For the buyer, who may have sent a proof, or waits for a refund that is sent by hand. */
export function OrderStatusBadge({ order }: { order: Order }) {
  if (standingOf(order) === 'proof-check') return <Badge tone="promo">{proofCheckLabel}</Badge>
  const refund = refundStandingOf(order)
  if (refund) return <Badge tone="promo">{refundStandingLabels[refund]}</Badge>
  return <TransactionStatusBadge state={order.state} />
}

export const TransactionStatusBadge = ({ state }: { state: TransactionState }) => (
  <Badge tone={tones[state]}>{transactionStateLabels[state]}</Badge>
)
