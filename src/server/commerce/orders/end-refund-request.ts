import { and, eq } from 'drizzle-orm'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { recipientOf } from '#server/commerce/recipient.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refundRequests } from './refund-request-tables.ts'

type Deps = Pick<CommerceDeps, 'mail' | 'publicUrl' | 'identity'>

export const mailStep = async (
  tx: Tx,
  deps: Deps,
  { row, subject, paragraphs }: { row: TransactionRow; subject: string; paragraphs: string[] },
): Promise<unknown> =>
  deps.mail.queue(tx, {
    kind: 'refund-request',
    to: await recipientOf(tx, deps, row),
    ownerId: row.studentId,
    message: {
      subject,
      paragraphs,
      facts: [['Total pembayaran', formatRupiah(row.amountIdr)]],
      action: { label: 'Lihat transaksi', url: deps.publicUrl + paths.invoice({ transactionId: row.id }) },
    },
  })

type Decision = { state: 'approved' | 'refused'; sentence: string }

export function mailDecision(
  tx: Tx,
  deps: Deps,
  { row, state, sentence, title = row.itemTitle }: Decision & { row: TransactionRow; title?: string },
): Promise<unknown> {
  const outcome = state === 'approved' ? 'disetujui' : 'ditolak'
  return mailStep(tx, deps, {
    row,
    subject: `Pengembalian dana ${outcome}: ${title}`,
    paragraphs: [`Permintaan pengembalian danamu untuk ${title} ${outcome}.`, sentence],
  })
}

/** Ends a request that nobody has to decide any more. False when none was open. */
async function end(
  tx: Tx,
  { clock }: Pick<CommerceDeps, 'clock'>,
  row: TransactionRow,
  decision: Decision,
): Promise<boolean> {
  const ended = await tx
    .update(refundRequests)
    .set({ ...decision, decidedAt: clock.now() })
    .where(and(eq(refundRequests.transactionId, row.id), eq(refundRequests.state, 'open')))
    .returning({ id: refundRequests.id })
  return ended.length > 0
}

/** All of the money went back in another way; a mail of its own says so. */
export const endAsRefunded = (tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<boolean> =>
  end(tx, deps, row, { state: 'approved', sentence: 'Dananya sudah dikembalikan.' })

/** The gift was claimed before staff decided. */
export async function endAsClaimed(tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const sentence = 'Hadiahnya sudah diterima, jadi dananya tidak bisa dikembalikan lagi.'
  const decision = { state: 'refused', sentence } as const
  if (await end(tx, deps, row, decision)) await mailDecision(tx, deps, { row, ...decision })
}
