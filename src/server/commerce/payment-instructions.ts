import { formatDateTime } from '#contract/days.ts'
import { itemKindLabels, paymentChannelLabel } from '#contract/labels.ts'
import { formatRupiah } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { PaymentInstructions } from '#contract/commerce.ts'
import type { Tx } from '#server/database/index.ts'
import { drawQr } from '#server/qr/index.ts'
import type { CommerceDeps } from './deps.ts'
import { isErasedBuyer } from './erased-buyer.ts'
import type { ReportedInstructions } from './payment-provider.ts'
import type { TransactionRow } from './tables.ts'

/** The page that waits for the payment of a transaction and says how to make it. */
export const waitingUrl = ({ publicUrl }: Pick<CommerceDeps, 'publicUrl'>, { id }: Pick<TransactionRow, 'id'>): string =>
  `${publicUrl}${paths.successCheckout()}?transaksi=${id}`

/** For the page of a transaction that waits for its payment. */
export function presentInstructions({ paymentType, bank, number, billerCode, qrText, payBefore }: ReportedInstructions): PaymentInstructions {
  return { method: paymentChannelLabel(paymentType, bank), number, billerCode, qr: qrText === null ? null : drawQr(qrText), payBefore }
}

/** Whether the provider now names another number or code than before. Its deadline alone is no reason for a second mail. */
export function areNew(reported: ReportedInstructions, before: ReportedInstructions | null): boolean {
  const identify = ({ paymentType, bank, number, billerCode, qrText }: ReportedInstructions) => JSON.stringify([paymentType, bank, number, billerCode, qrText])
  return before === null || identify(reported) !== identify(before)
}

/** Queues the mail that says how to pay. */
export async function mailInstructions(tx: Tx, { mail, publicUrl }: CommerceDeps, row: TransactionRow, reported: ReportedInstructions): Promise<void> {
  if (isErasedBuyer(row)) return
  const { paymentType, bank, number, billerCode, qrText, payBefore } = reported
  const facts: (readonly [string, string])[] = [
    [itemKindLabels[row.kind], row.itemTitle],
    ['Jumlah', formatRupiah(row.amountIdr)],
    ['Cara bayar', paymentChannelLabel(paymentType, bank)],
    ...(billerCode ? [['Kode perusahaan', billerCode] as const] : []),
    ...(number ? [['Nomor pembayaran', number] as const] : []),
    ...(payBefore ? [['Bayar sebelum', formatDateTime(payBefore)] as const] : []),
  ]
  await mail.queue(tx, {
    kind: 'payment-instructions',
    to: { name: row.buyerName, email: row.buyerEmail },
    message: {
      subject: `Cara membayar ${row.itemTitle}`,
      paragraphs: [
        `Pesananmu menunggu pembayaran. ${itemKindLabels[row.kind]} terbuka otomatis setelah pembayaran masuk.`,
        ...(qrText ? ['Kode QR ada di halaman pembayaran; buka lewat tombol di bawah.'] : []),
      ],
      facts,
      action: { label: 'Lihat cara bayar', url: waitingUrl({ publicUrl }, row) },
    },
  })
}
