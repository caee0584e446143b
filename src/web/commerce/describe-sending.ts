import type { Transaction, TransactionStatus } from '#contract/commerce/transactions.ts'
import { formatDate, formatShortDate, jakartaDay } from '#contract/kit/days.ts'

type Gift = NonNullable<Transaction['gift']>

/** When a gift is sent, or what became of it. */
export function describeSending(
  { claimedAt, sentAt, sendOn }: Pick<Gift, 'claimedAt' | 'sentAt' | 'sendOn'>,
  status: TransactionStatus,
  today = jakartaDay(new Date()),
): string {
  if (claimedAt) return `diterima ${formatShortDate(claimedAt)}`
  if (sentAt) return `dikirim ${formatShortDate(sentAt)}, belum diterima`
  if (status === 'other') return 'tidak dikirim'
  const day = sendOn !== null && sendOn > today ? formatDate(`${sendOn}T12:00:00+07:00`) : null
  if (status === 'pending') return day ? `akan dikirim ${day} kalau sudah dibayar` : 'dikirim setelah dibayar'
  return day ? `akan dikirim ${day}` : 'segera dikirim'
}
