import type { TransactionState } from '#contract/commerce.ts'
import { Badge } from '#web/ui/badge.tsx'

const badges: Record<TransactionState, { label: string; tone: 'success' | 'promo' | 'danger' | 'neutral' }> = {
  created: { label: 'Menunggu pembayaran', tone: 'promo' },
  pending: { label: 'Menunggu pembayaran', tone: 'promo' },
  review: { label: 'Sedang diperiksa', tone: 'promo' },
  paid: { label: 'Lunas', tone: 'success' },
  partially_refunded: { label: 'Lunas, dikembalikan sebagian', tone: 'success' },
  expired: { label: 'Kedaluwarsa', tone: 'neutral' },
  cancelled: { label: 'Dibatalkan', tone: 'neutral' },
  failed: { label: 'Gagal', tone: 'danger' },
  refunded: { label: 'Dana dikembalikan', tone: 'neutral' },
  chargeback: { label: 'Dibatalkan bank', tone: 'danger' },
}

export const stateLabel = (state: TransactionState): string => badges[state].label

export function TransactionStatusBadge({ state }: { state: TransactionState }) {
  const { label, tone } = badges[state]
  return <Badge tone={tone}>{label}</Badge>
}
