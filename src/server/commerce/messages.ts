import { formatDateTime } from '#contract/kit/days.ts'
import {
  itemKindLabels,
  paymentAlertLabels,
  paymentChannelLabel,
  transactionStateLabels,
} from '#contract/kit/format/labels.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { PaymentAlert } from '#contract/commerce/transactions.ts'
import { listAdmins } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import type { CommerceDeps } from './deps.ts'
import { waitingUrl } from './provider/payment-instructions.ts'
import type { ReportedInstructions } from './provider/payment-provider.ts'
import type { TransactionRow } from './tables.ts'

type Kind =
  | 'receipt'
  /** The buyer already owned the item, so the payment is refunded. */
  | 'receipt-of-duplicate'
  /** A payment that the bank had taken back is settled again. */
  | 'payment-restored'

/** Queues the receipt in the database transaction that settles the payment: it is mailed if, and only if, that commits. */
export async function mailReceipt(
  tx: Tx,
  { mail, publicUrl }: CommerceDeps,
  row: TransactionRow,
  invoiceNumber: string,
  kind: Kind,
): Promise<void> {
  const what = itemKindLabels[row.kind]
  const message: MailMessage = {
    subject: `Bukti pembayaran ${invoiceNumber}`,
    paragraphs:
      kind === 'payment-restored'
        ? [`Bank sudah menyelesaikan pembayaranmu lagi. ${what} ${row.itemTitle} terbuka kembali.`]
        : kind === 'receipt'
          ? [`Terima kasih, pembayaranmu sudah kami terima. ${what} ${row.itemTitle} sekarang milikmu.`]
          : [
              `Pembayaranmu kami terima, tetapi ${what.toLowerCase()} ${row.itemTitle} sudah kamu miliki. Dananya kami kembalikan; kamu tidak perlu melakukan apa-apa.`,
            ],
    facts: [
      ['Nomor invoice', invoiceNumber],
      [what, row.itemTitle],
      ['Total', formatRupiah(row.amountIdr)],
      ['Dibayar', formatDateTime((row.paidAt ?? row.updatedAt).toISOString())],
    ],
    action: { label: 'Buka invoice', url: publicUrl + paths.invoice({ transactionId: row.id }) },
  }
  await mail.queue(tx, { kind, to: { name: row.buyerName, email: row.buyerEmail }, message, ownerId: row.studentId })
}

/** Queues the mail about a refund. */
export async function mailRefund(
  tx: Tx,
  { mail, publicUrl }: CommerceDeps,
  row: TransactionRow,
  amountIdr: number,
): Promise<void> {
  const whole = row.refundedAmountIdr === row.amountIdr
  const message: MailMessage = {
    subject: `Dana dikembalikan: ${row.itemTitle}`,
    paragraphs: [
      `${formatRupiah(amountIdr)} dari pembayaranmu untuk ${row.itemTitle} dikembalikan ke metode pembayaran yang kamu pakai. Bank biasanya butuh beberapa hari kerja.`,
      ...(whole ? ['Karena seluruh pembayaran dikembalikan, aksesnya berakhir.'] : []),
    ],
    facts: [
      ['Dikembalikan', formatRupiah(amountIdr)],
      ['Total pembayaran', formatRupiah(row.amountIdr)],
    ],
    action: { label: 'Lihat transaksi', url: publicUrl + paths.invoice({ transactionId: row.id }) },
  }
  await mail.queue(tx, {
    kind: 'refund',
    to: { name: row.buyerName, email: row.buyerEmail },
    message,
    ownerId: row.studentId,
  })
}

/** Queues the mail about a payment that the bank took back. */
export async function mailReversal(tx: Tx, { mail, publicUrl }: CommerceDeps, row: TransactionRow): Promise<void> {
  const message: MailMessage = {
    subject: `Pembayaran dibatalkan bank: ${row.itemTitle}`,
    paragraphs: [
      `Bank atau penyedia pembayaran membatalkan pembayaranmu untuk ${row.itemTitle}, jadi aksesnya kami tangguhkan.`,
      'Kalau pembayaran itu diselesaikan lagi, aksesmu kembali otomatis. Kalau dananya sudah kembali kepadamu, kamu bisa membeli lagi kapan saja.',
    ],
    facts: [['Jumlah', formatRupiah(row.amountIdr)]],
    action: { label: 'Lihat transaksi', url: publicUrl + paths.invoice({ transactionId: row.id }) },
  }
  await mail.queue(tx, {
    kind: 'payment-reversed',
    to: { name: row.buyerName, email: row.buyerEmail },
    message,
    ownerId: row.studentId,
  })
}

/** Queues a mail to every admin about a transaction that they have to look at. */
export async function mailAlert(tx: Tx, deps: CommerceDeps, row: TransactionRow, alert: PaymentAlert): Promise<void> {
  await mailAdmins(tx, deps, row, {
    subject: `Perlu diperiksa: pembayaran ${row.orderId}`,
    paragraphs: [
      `${paymentAlertLabels[alert]}.`,
      ...(row.state === 'review' ? ['Pembeli menunggu keputusan: terima pembayarannya, atau kembalikan dananya.'] : []),
    ],
    amountIdr: row.amountIdr,
  })
}

/** Queues a mail to every admin: the provider did not make a refund that is owed to the buyer. */
export const mailRefusedRefund = (tx: Tx, deps: CommerceDeps, row: TransactionRow, amountIdr: number): Promise<void> =>
  mailAdmins(tx, deps, row, {
    subject: `Perlu diperiksa: pengembalian dana ${row.orderId}`,
    paragraphs: [
      'Penyedia pembayaran menolak pengembalian dana ini. Pembeli masih menunggu uangnya.',
      'Coba sekali lagi di halaman transaksi. Kalau tetap ditolak, kembalikan lewat dasbor penyedia atau transfer bank.',
    ],
    amountIdr,
  })

async function mailAdmins(
  tx: Tx,
  { mail, publicUrl }: CommerceDeps,
  row: TransactionRow,
  { subject, paragraphs, amountIdr }: { subject: string; paragraphs: string[]; amountIdr: number },
): Promise<void> {
  const message: MailMessage = {
    subject,
    paragraphs,
    facts: [
      [itemKindLabels[row.kind], row.itemTitle],
      ['Jumlah', formatRupiah(amountIdr)],
      ['Status', transactionStateLabels[row.state]],
    ],
    action: { label: 'Buka transaksi', url: publicUrl + paths.adminTransaction({ transactionId: row.id }) },
  }
  for (const { id, name, email } of await listAdmins(tx))
    await mail.queue(tx, { kind: 'payment-alert', to: { name, email }, message, ownerId: id })
}

/** Queues the mail that says how to pay. */
export async function mailInstructions(
  tx: Tx,
  { mail, publicUrl }: CommerceDeps,
  row: TransactionRow,
  reported: ReportedInstructions,
): Promise<void> {
  const { paymentType, bank, number, billerCode, qrText, payBefore, holder = null, picture = null } = reported
  const isByHand = row.method !== 'card'
  const facts: (readonly [string, string])[] = [
    [itemKindLabels[row.kind], row.itemTitle],
    ['Jumlah', formatRupiah(row.amountIdr)],
    ['Cara bayar', paymentChannelLabel(paymentType, bank)],
    ...(billerCode ? [['Kode perusahaan', billerCode] as const] : []),
    ...(number ? [[isByHand ? 'Nomor rekening' : 'Nomor pembayaran', number] as const] : []),
    ...(holder ? [['Atas nama', holder] as const] : []),
    ...(payBefore ? [['Bayar sebelum', formatDateTime(payBefore)] as const] : []),
  ]
  await mail.queue(tx, {
    kind: 'payment-instructions',
    to: { name: row.buyerName, email: row.buyerEmail },
    ownerId: row.studentId,
    message: {
      subject: `Cara membayar ${row.itemTitle}`,
      paragraphs: [
        isByHand
          ? `Bayar tepat ${formatRupiah(row.amountIdr)}, sampai tiga angka terakhirnya: dari situ kami mengenali pembayaranmu. Setelah itu kirim buktinya lewat tombol di bawah.`
          : `Pesananmu menunggu pembayaran. ${itemKindLabels[row.kind]} terbuka otomatis setelah pembayaran masuk.`,
        ...(qrText || picture ? ['Kode QR ada di halaman pembayaran; buka lewat tombol di bawah.'] : []),
      ],
      facts,
      action: { label: 'Lihat cara bayar', url: waitingUrl({ publicUrl }, row) },
    },
  })
}
