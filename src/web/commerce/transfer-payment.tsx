import '#web/learning/student.css'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { timeLeft, useNow } from '#web/commerce/checkout/time-left.ts'
import { PaymentFact } from '#web/commerce/checkout/payment-fact.tsx'
import { ProofForm } from './proof-form.tsx'
import { splitAmount } from './split-amount.ts'

type Props = { transaction: Transaction; /** Reads the transaction again. */ onSent: () => void }

/** How to pay by hand: account or QRIS, the exact amount, the time that is left, and the proof. */
export function TransferPayment({ transaction, onSent }: Props) {
  const { transfer, amount, expiresAt } = transaction
  const now = useNow()
  if (!transfer) return null
  const { bank, number, holder, picture } = transfer
  const [head, tail] = splitAmount(formatRupiah(amount))
  return (
    <div className="grid w-full gap-4 rounded-card border border-line bg-surface p-4 text-left md:p-5">
      <p className="font-bold">{picture ? 'Bayar dengan QRIS' : `Transfer ke ${bank}`}</p>
      {picture && (
        <a href={picture} className="justify-self-center">
          <img
            src={picture}
            alt="QRIS untuk membayar. Buka gambarnya untuk menyimpan."
            className="max-h-80 w-64 max-w-full rounded-field bg-white object-contain"
          />
        </a>
      )}
      <dl className="grid gap-3">
        {number && (
          <PaymentFact label="Nomor rekening" copied={number}>
            {number.replace(/(.{4})(?=.)/g, '$1 ')}
          </PaymentFact>
        )}
        {holder && <PaymentFact label="Atas nama">{holder}</PaymentFact>}
        <PaymentFact label="Jumlah" copied={String(amount)}>
          {head}
          <mark className="rounded-sm bg-kunyit px-0.5 text-on-kunyit">{tail}</mark>
        </PaymentFact>
        {transaction.uniqueCode > 0 && (
          <PaymentFact label="Terdiri dari">
            {formatRupiah(amount - transaction.uniqueCode)} + kode unik {formatRupiah(transaction.uniqueCode)}
          </PaymentFact>
        )}
        {transfer.state !== 'checking' && expiresAt && (
          <PaymentFact label="Bayar sebelum">
            <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>
            {now !== null && <span className="block text-sm font-normal text-ink-2">{timeLeft(expiresAt, now)}</span>}
          </PaymentFact>
        )}
      </dl>
      <p className="rounded-field bg-info-50 px-3 py-2 text-sm text-info">
        Bayar tepat {formatRupiah(amount)}, sampai tiga angka terakhir. Dari situ kami mengenali pembayaranmu.
      </p>
      <ProofForm transactionId={transaction._id} transfer={transfer} onSent={onSent} />
    </div>
  )
}
