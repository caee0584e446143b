import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatDate, formatShortDate } from '#contract/kit/days.ts'

type Gift = NonNullable<Transaction['gift']>

/** When a gift is sent, or what became of it. */
export function describeSending({ claimedAt, sentAt, sendOn }: Gift, isPaid: boolean): string {
  if (claimedAt) return `diterima ${formatShortDate(claimedAt)}`
  if (sentAt) return `dikirim ${formatShortDate(sentAt)}, belum diterima`
  if (!isPaid) return 'dikirim setelah dibayar'
  return sendOn ? `dikirim ${formatDate(`${sendOn}T12:00:00+07:00`)}` : 'segera dikirim'
}
