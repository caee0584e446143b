import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { recipientOf } from '#server/commerce/recipient.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'
import { listAdmins } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refundsToSendPath } from './refunds-to-send-path.ts'
import type { PayoutRow } from './tables.ts'

/** `state` is what an admin has just decided. */
type Decided = Pick<PayoutRow, 'amountIdr' | 'bank' | 'number' | 'reference'> & { state: 'sent' | 'failed' }

const accountFact = ({ bank, number }: Decided): [string, string][] =>
  number === '' ? [] : [['Rekening', `${bank} ••••${number.slice(-4)}`]]
const referenceFact = ({ state, reference }: Decided): [string, string] => [
  state === 'sent' ? 'Referensi' : 'Alasan',
  reference ?? '',
]

/** To an instructor: the balance was sent, or is theirs again. */
export async function mailPayout(
  tx: Tx,
  { mail, publicUrl }: Pick<CommerceDeps, 'mail' | 'publicUrl'>,
  { person, payout }: { person: { id: string; name: string; email: string }; payout: Decided },
): Promise<void> {
  const isSent = payout.state === 'sent'
  const amount = formatRupiah(payout.amountIdr)
  await mail.queue(tx, {
    kind: 'payout',
    to: { name: person.name, email: person.email },
    ownerId: person.id,
    message: {
      subject: `Pencairan ${amount} ${isSent ? 'sudah dikirim' : 'gagal'}`,
      paragraphs: [
        isSent
          ? 'Dana pencairanmu sudah kami kirim ke rekeningmu.'
          : 'Dana pencairanmu tidak bisa dikirim, jadi kembali ke saldomu. Periksa rekeningmu, lalu ajukan lagi.',
      ],
      facts: [['Jumlah', amount], ...accountFact(payout), referenceFact(payout)],
      action: { label: 'Lihat saldo', url: publicUrl + staffPaths.balance() },
    },
  })
}

/** To a buyer: a refund by hand was sent, or waits for another account. */
export async function mailRefundSending(
  tx: Tx,
  deps: Pick<CommerceDeps, 'mail' | 'publicUrl' | 'identity'>,
  { row, payout }: { row: TransactionRow; payout: Decided & { title: string } },
): Promise<void> {
  const isSent = payout.state === 'sent'
  const amount = formatRupiah(payout.amountIdr)
  await deps.mail.queue(tx, {
    kind: 'refund-transfer',
    to: await recipientOf(tx, deps, row),
    ownerId: row.studentId,
    message: {
      subject: isSent ? `Pengembalian dana ${amount} sudah dikirim` : `Pengembalian dana ${amount} belum bisa dikirim`,
      paragraphs: [
        isSent
          ? `Pengembalian dana untuk ${payout.title} sudah kami kirim ke rekeningmu.`
          : `Pengembalian dana untuk ${payout.title} belum bisa kami kirim. Dananya tetap milikmu: periksa rekeningmu, lalu isi lagi lewat tombol di bawah.`,
      ],
      facts: [['Jumlah', amount], ...accountFact(payout), referenceFact(payout)],
      action: {
        label: isSent ? 'Lihat transaksi' : 'Isi rekening',
        url: deps.publicUrl + paths.invoice({ transactionId: row.id }),
      },
    },
  })
}

/** To admins: the buyer has said where a refund goes to. */
export async function mailRefundAccount(
  tx: Tx,
  { mail, publicUrl }: Pick<CommerceDeps, 'mail' | 'publicUrl'>,
  { row, amountIdr }: { row: TransactionRow; amountIdr: number },
): Promise<void> {
  for (const { id, name, email } of await listAdmins(tx))
    await mail.queue(tx, {
      kind: 'refund-account',
      cause: 'site',
      to: { name, email },
      ownerId: id,
      message: {
        subject: `Rekening pengembalian diisi: ${formatRupiah(amountIdr)}`,
        paragraphs: [`${row.buyerName} sudah mengisi rekeningnya, jadi pengembalian dananya bisa dikirim.`],
        facts: [
          ['Pembelian', row.itemTitle],
          ['Jumlah', formatRupiah(amountIdr)],
        ],
        action: { label: 'Buka Pencairan', url: publicUrl + refundsToSendPath() },
      },
    })
}
