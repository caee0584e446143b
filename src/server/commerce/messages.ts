import { eq } from 'drizzle-orm'
import { formatDate, formatDateTime, jakartaMidnight } from '#contract/kit/days.ts'
import {
  itemKindLabels,
  paymentAlertLabels,
  paymentChannelLabel,
  transactionStateLabels,
} from '#contract/commerce/labels.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { PaymentAlert } from '#contract/commerce/transactions.ts'
import { listAdmins } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import type { CommerceDeps } from './deps.ts'
import { gifts, type GiftRow } from './gifts/tables.ts'
import { waitingUrl } from './payments/payment-instructions.ts'
import type { ReportedInstructions } from './payments/payment-provider.ts'
import { recipientOf } from './recipient.ts'
import { hasPaid } from './orders/states.ts'
import { readLines } from './orders/lines.ts'
import { amountOf } from './items/refund-lines.ts'
import type { LineRow, TransactionRow } from './tables.ts'

type Kind =
  | 'receipt'
  /** The buyer already owned the item, so the payment is refunded. */
  | 'receipt-of-duplicate'
  /** A payment that the bank had taken back is settled again. */
  | 'payment-restored'

/** Queues the receipt in the database transaction that settles the payment: it is mailed if, and only if, that commits. Returns its address. */
export async function mailReceipt(
  tx: Tx,
  deps: CommerceDeps,
  { row, invoiceNumber, kind }: { row: TransactionRow; invoiceNumber: string; kind: Kind },
): Promise<string> {
  const gift = await findGift(tx, row)
  const lines = await readLines(tx, row.id)
  const to = await recipientOf(tx, deps, row)
  const message = receiptMessage(deps, row, { invoiceNumber, kind, gift, lines })
  // The buyer chose the name of the receiver.
  const neutral = receiptMessage(deps, row, {
    invoiceNumber,
    kind,
    gift: gift && { ...gift, name: 'penerimanya' },
    lines,
  })
  await deps.mail.queue(tx, { kind, to, message, neutral, ownerId: row.studentId })
  return to.email
}

function receiptMessage(
  { publicUrl }: CommerceDeps,
  row: TransactionRow,
  {
    invoiceNumber,
    kind,
    gift,
    lines,
  }: { invoiceNumber: string; kind: Kind; gift: GiftRow | null; lines: readonly LineRow[] },
): MailMessage {
  return {
    subject: `Bukti pembayaran ${invoiceNumber}`,
    paragraphs: [
      gift
        ? describeGiven(row, gift, kind)
        : row.kind === 'team'
          ? describeSeats(row, kind)
          : describeBought(row, kind),
    ],
    facts: [
      ['Nomor invoice', invoiceNumber],
      ...lineFacts(row, lines),
      ...(gift ? [['Untuk', gift.name] as const] : []),
      ['Total', formatRupiah(row.amountIdr)],
      ...(row.refundedAmountIdr > 0 ? [['Dikembalikan', formatRupiah(row.refundedAmountIdr)] as const] : []),
      ['Dibayar', formatDateTime((row.paidAt ?? row.updatedAt).toISOString())],
    ],
    action: { label: 'Buka invoice', url: publicUrl + paths.invoice({ transactionId: row.id }) },
  }
}

/** Each item with what was paid for it; of several with the bundle or the path it came with. */
const lineFacts = (row: TransactionRow, lines: readonly LineRow[]): (readonly [string, string])[] =>
  lines.length === 1
    ? [[itemKindLabels[row.kind], row.itemTitle]]
    : lines.map((line) => [
        line.setTitle === null
          ? line.itemTitle
          : `${line.itemTitle} (${line.pathId ? 'jalur' : 'paket'} ${line.setTitle})`,
        formatRupiah(amountOf(line)),
      ])

export async function findGift(tx: Tx, { id, giftEmail }: TransactionRow): Promise<GiftRow | null> {
  if (giftEmail === null) return null
  const [gift] = await tx.select().from(gifts).where(eq(gifts.transactionId, id))
  return gift ?? null
}

/** The sentence of a receipt for a buyer's own purchase. It may be sent again when the money went back. */
function describeBought(row: TransactionRow, kind: Kind): string {
  const item = `${itemKindLabels[row.kind]} ${row.itemTitle}`
  if (kind === 'payment-restored') return `Bank sudah menyelesaikan pembayaranmu lagi. ${item} terbuka kembali.`
  if (kind === 'receipt-of-duplicate')
    return `Pembayaranmu kami terima, tetapi ${itemKindLabels[row.kind].toLowerCase()} ${row.itemTitle} sudah kamu miliki. Dananya kami kembalikan; kamu tidak perlu melakukan apa-apa.`
  return isKept(row) ? `Terima kasih, pembayaranmu sudah kami terima. ${item} sekarang milikmu.` : describeEnded(row)
}

/** The same of seats: the buyer takes none by paying. */
function describeSeats(row: TransactionRow, kind: Kind): string {
  if (kind === 'payment-restored')
    return `Bank sudah menyelesaikan pembayaranmu lagi. Kursi timmu untuk ${row.itemTitle} berlaku kembali.`
  if (kind === 'receipt-of-duplicate')
    return `Pembayaranmu untuk ${row.itemTitle} kami terima, dan dananya kami kembalikan.`
  if (!isKept(row)) return describeEnded(row)
  return `Terima kasih, pembayaranmu sudah kami terima. Kursi untuk ${row.itemTitle} siap dibagikan dari halaman Tim.`
}

/** The same of a gift: it never is the giver's. */
function describeGiven(row: TransactionRow, gift: GiftRow, kind: Kind): string {
  const item = `${itemKindLabels[row.kind].toLowerCase()} ${row.itemTitle}`
  if (kind === 'payment-restored')
    return `Bank sudah menyelesaikan pembayaranmu lagi. Hadiahmu untuk ${gift.name}, ${item}, berlaku kembali.`
  if (kind === 'receipt-of-duplicate')
    return `Pembayaranmu kami terima, tetapi ${gift.name} sudah memiliki ${item}. Dananya kami kembalikan; kamu tidak perlu melakukan apa-apa.`
  if (!isKept(row)) return describeEnded(row)
  return `Terima kasih, pembayaranmu sudah kami terima. Hadiahmu untuk ${gift.name}, ${item}, ${describeSending(gift)}.`
}

function describeSending({ sentAt, sendOn }: GiftRow): string {
  if (sentAt) return `sudah kami kirim pada ${formatDate(sentAt.toISOString())}`
  return sendOn ? `kami kirim pada ${formatDate(jakartaMidnight(sendOn).toISOString())}` : 'segera kami kirim'
}

const isKept = ({ state, refundedAmountIdr }: TransactionRow): boolean => hasPaid(state) && refundedAmountIdr === 0

const describeEnded = ({ itemTitle, state }: TransactionRow): string =>
  `Ini bukti pembayaranmu untuk ${itemTitle}. Statusnya sekarang: ${transactionStateLabels[state]}.`

/** Queues the mail about a payment that the bank took back. */
export async function mailReversal(tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const [suspended, restored] =
    row.giftEmail === null ? ['aksesnya', 'aksesmu kembali'] : ['hadiahnya', 'hadiahnya berlaku kembali']
  const message: MailMessage = {
    subject: `Pembayaran dibatalkan bank: ${row.itemTitle}`,
    paragraphs: [
      `Bank atau penyedia pembayaran membatalkan pembayaranmu untuk ${row.itemTitle}, jadi ${suspended} kami tangguhkan.`,
      `Kalau pembayaran itu diselesaikan lagi, ${restored} otomatis. Kalau dananya sudah kembali kepadamu, kamu bisa membeli lagi kapan saja.`,
    ],
    facts: [['Jumlah', formatRupiah(row.amountIdr)]],
    action: { label: 'Lihat transaksi', url: deps.publicUrl + paths.invoice({ transactionId: row.id }) },
  }
  await deps.mail.queue(tx, {
    kind: 'payment-reversed',
    to: await recipientOf(tx, deps, row),
    message,
    ownerId: row.studentId,
  })
}

/** Queues a mail to every admin about a transaction that they have to look at. */
export async function mailAlert(
  tx: Tx,
  deps: CommerceDeps,
  { row, alert }: { row: TransactionRow; alert: PaymentAlert },
): Promise<void> {
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
export const mailRefusedRefund = (
  tx: Tx,
  deps: CommerceDeps,
  { row, amountIdr }: { row: TransactionRow; amountIdr: number },
): Promise<void> =>
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
    await mail.queue(tx, { kind: 'payment-alert', to: { name, email }, message, ownerId: id, cause: 'site' })
}

/** Queues the mail that says how to pay. */
export async function mailInstructions(
  tx: Tx,
  deps: CommerceDeps,
  { row, instructions }: { row: TransactionRow; instructions: ReportedInstructions },
): Promise<void> {
  const { paymentType, bank, number, billerCode, qrText, payBefore, holder = null, picture = null } = instructions
  const isByHand = row.method !== 'card'
  const opened =
    row.giftEmail === null ? `${itemKindLabels[row.kind]} terbuka otomatis` : 'Hadiahmu kami siapkan otomatis'
  const facts: (readonly [string, string])[] = [
    [itemKindLabels[row.kind], row.itemTitle],
    ['Jumlah', formatRupiah(row.amountIdr)],
    ['Cara bayar', paymentChannelLabel(paymentType, bank)],
    ...(billerCode ? [['Kode perusahaan', billerCode] as const] : []),
    ...(number ? [[isByHand ? 'Nomor rekening' : 'Nomor pembayaran', number] as const] : []),
    ...(holder ? [['Atas nama', holder] as const] : []),
    ...(payBefore ? [['Bayar sebelum', formatDateTime(payBefore)] as const] : []),
  ]
  await deps.mail.queue(tx, {
    kind: 'payment-instructions',
    to: await recipientOf(tx, deps, row),
    ownerId: row.studentId,
    message: {
      subject: `Cara membayar ${row.itemTitle}`,
      paragraphs: [
        isByHand
          ? `Bayar tepat ${formatRupiah(row.amountIdr)}, sampai tiga angka terakhirnya: dari situ kami mengenali pembayaranmu. Setelah itu kirim buktinya lewat tombol di bawah.`
          : `Pesananmu menunggu pembayaran. ${opened} setelah pembayaran masuk.`,
        ...(qrText || picture ? ['Kode QR ada di halaman pembayaran; buka lewat tombol di bawah.'] : []),
      ],
      facts,
      action: { label: 'Lihat cara bayar', url: waitingUrl(deps, row) },
    },
  })
}

/** Queues the mail with what an admin writes to the buyer about a transaction, as it was written. */
export async function mailMessage(
  tx: Tx,
  deps: CommerceDeps,
  { row, text }: { row: TransactionRow; text: string },
): Promise<void> {
  const { contactEmail } = await deps.settings.readSite(tx)
  await deps.mail.queue(tx, {
    kind: 'order-message',
    to: await recipientOf(tx, deps, row),
    ownerId: row.studentId,
    message: {
      subject: `Pesan tentang pesanan ${row.orderId}`,
      paragraphs: [`Ini pesan dari kami tentang pesananmu, ${row.itemTitle}:`, ...text.split(/\n{2,}/)],
      facts: [['Nomor pesanan', row.orderId]],
      action: { label: 'Lihat transaksi', url: deps.publicUrl + paths.invoice({ transactionId: row.id }) },
      closing: [
        contactEmail
          ? `Untuk menjawab, balas email ini atau tulis ke ${contactEmail}.`
          : 'Balasan ke email ini tidak sampai kepada kami.',
      ],
    },
  })
}
