import type { PayoutKind } from '#contract/commerce/payouts.ts'
import type { RefundStanding } from '#contract/commerce/order-standing.ts'
import type { PayoutState } from '#contract/commerce/payout-states.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

export const payoutStateLabels: Record<PayoutState, string> = {
  requested: 'Diajukan',
  batched: 'Diproses',
  sent: 'Terkirim',
  failed: 'Gagal',
  withdrawn: 'Ditarik kembali',
}
export const payoutKindLabels: Record<PayoutKind, string> = { balance: 'Saldo instruktur', refund: 'Pengembalian dana' }
const tones: Record<PayoutState, BadgeTone> = {
  requested: 'promo',
  batched: 'info',
  sent: 'success',
  failed: 'danger',
  withdrawn: 'neutral',
}

const unsentLabels: Record<RefundStanding, string> = {
  account: 'Menunggu rekening pembeli',
  sending: 'Belum dikirim',
}

/** Beside the state of an order, which is refunded once that is booked: the money may still be here. */
export const UnsentRefundBadge = ({ standing }: { standing: RefundStanding | null }) =>
  standing && <Badge tone="promo">{unsentLabels[standing]}</Badge>

/** The state, and the bank's reference or why it failed. */
export const PayoutStateCell = ({ state, reference }: { state: PayoutState; reference: string | null }) => (
  <span className="flex flex-col items-start gap-1 max-md:items-end">
    <Badge tone={tones[state]}>{payoutStateLabels[state]}</Badge>
    {reference && <span className="text-sm wrap-anywhere text-ink-3">{reference}</span>}
  </span>
)
