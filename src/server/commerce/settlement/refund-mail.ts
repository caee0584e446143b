import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isReturnedWhole } from '#server/commerce/items/refund-lines.ts'
import { titleOf } from '#server/commerce/items/resolve-purchase.ts'
import { findGift } from '#server/commerce/messages.ts'
import { recipientOf } from '#server/commerce/recipient.ts'
import type { LineRow, TransactionRow } from '#server/commerce/tables.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refundRequests } from '#server/commerce/orders/refund-request-tables.ts'

const listFormat = new Intl.ListFormat('id-ID')

type MailedRefund = { amountIdr: number; /** The lines before and after it. */ before: LineRow[]; lines: LineRow[] }

/** Amounts that went back, in the order of the lines. */
const refundedParts = ({ before, lines }: MailedRefund): { line: LineRow; idr: number }[] =>
  lines
    .map((line) => ({
      line,
      idr: line.refundedAmountIdr - (before.find(({ id }) => id === line.id)?.refundedAmountIdr ?? 0),
    }))
    .filter(({ idr }) => idr > 0)

/** Names a refund by its items, or the order when it is of all of them. */
export function titleOfRefund({ itemTitle }: TransactionRow, refund: MailedRefund): string {
  const parts = refundedParts(refund)
  const isOfSome = parts.length > 0 && parts.length < refund.lines.length
  return isOfSome ? titleOf(parts.map(({ line }) => line.itemTitle)) : itemTitle
}

/**
 * Queues the mail about a refund: what came back of which item, and whose access ended. One that the buyer asked for tells of the decision,
 * too.
 */
export async function mailRefund(
  tx: Tx,
  deps: CommerceDeps,
  { row, refund }: { row: TransactionRow; refund: MailedRefund },
): Promise<void> {
  const { amountIdr, lines } = refund
  const whole = row.refundedAmountIdr === row.amountIdr
  const parts = refundedParts(refund)
  const endedTitles = parts.filter(({ line }) => isReturnedWhole(line)).map(({ line }) => line.itemTitle)
  const of = titleOfRefund(row, refund)
  const decision = await findDecision(
    tx,
    row,
    parts.map(({ line }) => line.id),
  )
  const gift = await findGift(tx, row)
  const isTeam = row.kind === 'team'
  const ended = isTeam
    ? 'kursinya berakhir'
    : !gift || gift.claimedAt
      ? 'aksesnya berakhir'
      : 'tautan hadiahnya tidak berlaku lagi'
  const needsAccount = row.method !== 'card' && (await lacksRefundAccount(tx, row))
  const message: MailMessage = {
    subject: row.method === 'card' ? `Dana dikembalikan: ${of}` : `Dana akan dikirim balik: ${of}`,
    paragraphs: [
      ...(decision ? ['Permintaan pengembalian danamu disetujui.', decision] : []),
      describeReturn(row, { amount: formatRupiah(amountIdr), of, needsAccount }),
      ...(whole ? [`Karena seluruh pembayaran dikembalikan, ${ended}.`] : []),
      ...(isTeam && !whole ? ['Kursi yang belum terpakai berkurang; yang terpakai tidak berubah.'] : []),
      ...(!isTeam && !whole && endedTitles.length > 0
        ? [`Aksesmu ke ${listFormat.format(endedTitles)} berakhir. Isi pesanan yang lain tetap milikmu.`]
        : []),
      ...(!isTeam && !whole && endedTitles.length === 0 ? ['Aksesmu tidak berubah.'] : []),
    ],
    facts: [
      ...(lines.length > 1 ? parts.map(({ line, idr }): [string, string] => [line.itemTitle, formatRupiah(idr)]) : []),
      [row.method === 'card' ? 'Dikembalikan' : 'Akan dikirim', formatRupiah(amountIdr)],
      ['Total pembayaran', formatRupiah(row.amountIdr)],
    ],
    action: {
      label: needsAccount ? 'Isi rekening' : 'Lihat transaksi',
      url: deps.publicUrl + paths.invoice({ transactionId: row.id }),
    },
  }
  await deps.mail.queue(tx, {
    kind: 'refund',
    to: await recipientOf(tx, deps, row),
    message,
    ownerId: row.studentId,
  })
}

/** The sentence with which staff approved a request for the refund of these lines; null when nobody asked for it. */
async function findDecision(tx: Tx, row: TransactionRow, lineIds: readonly string[]): Promise<string | null> {
  const [request] = await tx
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.transactionId, row.id),
        eq(refundRequests.state, 'approved'),
        isNotNull(refundRequests.decidedBy),
      ),
    )
    .orderBy(desc(refundRequests.decidedAt))
    .limit(1)
  if (!request) return null
  const { lineIds: asked, sentence } = request
  // Some of what was asked back may have come back before, and other items may come back with it.
  const isOfThese = asked === null || asked.some((id) => lineIds.includes(id))
  return isOfThese ? sentence : null
}

/** How the money comes back: at once by the provider, or once an admin has sent it. */
function describeReturn(
  { method }: TransactionRow,
  { amount, of, needsAccount }: { amount: string; of: string; needsAccount: boolean },
): string {
  const what = `${amount} dari pembayaranmu untuk ${of}`
  if (method === 'card')
    return `${what} dikembalikan ke metode pembayaran yang kamu pakai. Bank biasanya butuh beberapa hari kerja.`
  return needsAccount
    ? `${what} kami kirim balik lewat transfer bank. Isi dulu rekeningmu lewat tombol di bawah; kami kabari begitu dananya dikirim.`
    : `${what} kami kirim balik ke rekening yang sudah kamu isi. Kami kabari begitu dananya dikirim.`
}

async function lacksRefundAccount(tx: Tx, { orderId }: TransactionRow): Promise<boolean> {
  const [transfer] = await tx
    .select({ number: transfers.refundNumber })
    .from(transfers)
    .where(eq(transfers.orderId, orderId))
  return transfer?.number === null
}
