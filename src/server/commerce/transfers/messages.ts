import { eq } from 'drizzle-orm'
import { formatRupiah } from '#contract/kit/money.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readRefundTitles } from '#server/commerce/payouts/refund-titles.ts'
import { refundsToSendPath } from '#server/commerce/payouts/refunds-to-send-path.ts'
import { waitingUrl } from '#server/commerce/payments/payment-instructions.ts'
import { recipientOf } from '#server/commerce/recipient.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { listAdmins } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

type Deps = Pick<CommerceDeps, 'mail' | 'publicUrl'>
type BuyerDeps = Deps & Pick<CommerceDeps, 'identity'>

async function mailAdmins(tx: Tx, { mail }: Deps, kind: string, message: MailMessage): Promise<void> {
  for (const { id, name, email } of await listAdmins(tx))
    await mail.queue(tx, { kind, to: { name, email }, message, ownerId: id, cause: 'site' })
}

/** To the buyer that the proof has arrived, and to admins that one waits. */
export async function mailProof(tx: Tx, deps: BuyerDeps, row: TransactionRow): Promise<void> {
  const opened = row.giftEmail === null ? 'semuanya terbuka otomatis' : 'hadiahmu kami siapkan otomatis'
  await deps.mail.queue(tx, {
    kind: 'transfer-proof-received',
    to: await recipientOf(tx, deps, row),
    ownerId: row.studentId,
    message: {
      subject: `Bukti transfer diterima: ${row.itemTitle}`,
      paragraphs: [
        `Bukti transfermu untuk ${row.itemTitle} sudah kami terima dan sedang kami periksa. Begitu disetujui, ${opened}.`,
      ],
      facts: [['Jumlah', formatRupiah(row.amountIdr)]],
      action: { label: 'Lihat status', url: waitingUrl(deps, row) },
    },
  })
  await mailAdmins(tx, deps, 'transfer-proof', {
    subject: `Bukti transfer menunggu: ${formatRupiah(row.amountIdr)}`,
    paragraphs: ['Seorang pembeli mengirim bukti transfer. Cocokkan dengan mutasi rekening, lalu setujui atau tolak.'],
    facts: [
      ['Pembelian', row.itemTitle],
      ['Jumlah', formatRupiah(row.amountIdr)],
    ],
    action: { label: 'Periksa transfer', url: `${deps.publicUrl}${staffPaths.transfers()}?state=checking` },
  })
}

export async function mailRefusal(
  tx: Tx,
  deps: BuyerDeps,
  { row, sentence, until }: { row: TransactionRow; sentence: string; until: Date },
): Promise<void> {
  await deps.mail.queue(tx, {
    kind: 'transfer-refused',
    to: await recipientOf(tx, deps, row),
    ownerId: row.studentId,
    message: {
      subject: `Bukti transfer belum bisa diterima: ${row.itemTitle}`,
      paragraphs: [
        `Bukti transfermu untuk ${row.itemTitle} belum bisa kami terima.`,
        sentence,
        'Kamu bisa mengirim bukti lain lewat tombol di bawah.',
      ],
      facts: [
        ['Jumlah', formatRupiah(row.amountIdr)],
        ['Kirim sebelum', formatDateTime(until.toISOString())],
      ],
      action: { label: 'Kirim bukti lain', url: waitingUrl(deps, row) },
    },
  })
}

/** To admins: money that they send back by hand. */
export async function mailRefundToSend(
  tx: Tx,
  deps: Deps,
  {
    orderId,
    refundKey,
    amountIdr,
    reason,
    hasAccount,
  }: { orderId: string; refundKey: string; amountIdr: number; reason: string; hasAccount: boolean },
): Promise<void> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.orderId, orderId))
  if (!row) return
  const title = (await readRefundTitles(tx, [refundKey])).get(refundKey) ?? row.itemTitle
  await mailAdmins(tx, deps, 'transfer-refund', {
    subject: `Kirim balik ${formatRupiah(amountIdr)}: ${title}`,
    paragraphs: [
      'Pembayaran ini lewat transfer, jadi dananya kamu kirim balik sendiri, lalu tandai di Pencairan.',
      hasAccount
        ? 'Rekening pembeli sudah ada di sana.'
        : 'Rekening pembeli kami minta lewat email; kamu dikabari begitu diisi.',
    ],
    facts: [
      ['Pembeli', row.buyerName],
      ['Dikembalikan', formatRupiah(amountIdr)],
      ['Pesanan', row.orderId],
      ['Alasan', reason],
    ],
    action: { label: 'Buka Pencairan', url: deps.publicUrl + refundsToSendPath() },
  })
}
