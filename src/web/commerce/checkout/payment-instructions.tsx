import '#web/learning/student.css'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { PaymentFact } from './payment-fact.tsx'
import { timeLeft, useNow } from './time-left.ts'

/** How to pay an open transaction: method, number or QR code, amount, and the deadline with the time that is left. */
export function PaymentInstructions({
  transaction,
}: {
  transaction: Pick<Transaction, 'amount' | 'instructions' | 'expiresAt'>
}) {
  const { amount, instructions, expiresAt } = transaction
  const payBefore = instructions?.payBefore ?? expiresAt
  const now = useNow()
  if (!instructions) return null
  const { method, billerCode, number, qr } = instructions
  return (
    <div className="grid w-full gap-4 rounded-card border border-line bg-surface p-4 text-left md:p-5">
      <p className="font-bold">{method}</p>
      {qr && (
        <svg
          role="img"
          aria-label="Kode QR untuk membayar dengan aplikasi bank atau dompet digital"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          className="w-56 max-w-full justify-self-center rounded-field bg-white forced-color-adjust-none"
        >
          <path d={qr.dark} fill="#000" />
        </svg>
      )}
      <dl className="grid gap-3">
        {billerCode && (
          <PaymentFact label="Kode perusahaan" copied={billerCode}>
            {billerCode}
          </PaymentFact>
        )}
        {number && (
          <PaymentFact label="Nomor pembayaran" copied={number}>
            {/* Groups of four for the eye; copied without spaces. */}
            {number.replace(/(.{4})(?=.)/g, '$1 ')}
          </PaymentFact>
        )}
        <PaymentFact label="Jumlah" copied={String(amount)}>
          {formatRupiah(amount)}
        </PaymentFact>
        {payBefore && (
          <PaymentFact label="Bayar sebelum">
            <time dateTime={payBefore}>{formatDateTime(payBefore)}</time>
            {now !== null && <span className="block text-sm font-normal text-ink-2">{timeLeft(payBefore, now)}</span>}
          </PaymentFact>
        )}
      </dl>
    </div>
  )
}
