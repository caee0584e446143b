import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatDate } from '#contract/kit/days.ts'

type RefundTransfer = Transaction['refundTransfers'][number]

/** Where a refund by hand is, for its buyer. */
export function describeRefundTransfer({
  state,
  account,
  reference,
  decidedAt,
}: Pick<RefundTransfer, 'state' | 'account' | 'reference' | 'decidedAt'>): string {
  const to = account ? ` ke ${account}` : ''
  if (state === 'sent')
    return `sudah dikirim${to}${decidedAt ? ` pada ${formatDate(decidedAt)}` : ''}, referensi ${reference}`
  if (state === 'failed') return `gagal dikirim${to}: ${reference}`
  if (state === 'batched') return `sedang kami kirim${to}`
  return account ? `menunggu kami kirim${to}` : 'menunggu rekeningmu, supaya bisa kami kirim'
}
