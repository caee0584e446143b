import '#web/learning/student.css'
import type { ReactNode } from 'react'
import type { Transaction } from '#contract/commerce/commerce.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { CopyButton } from '#web/kit/ui/sharing/copy-button.tsx'
import { timeLeft, useNow } from './time-left.ts'

/** How to pay an open transaction: method, number or QR code, amount, and the deadline with the time that is left. */
export function PaymentInstructions({ transaction }: { transaction: Pick<Transaction, 'amount' | 'instructions' | 'expiresAt'> }) {
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
          <Fact label="Kode perusahaan" copied={billerCode}>
            {billerCode}
          </Fact>
        )}
        {number && (
          <Fact label="Nomor pembayaran" copied={number}>
            {/* Groups of four for the eye; copied without spaces. */}
            {number.replace(/(.{4})(?=.)/g, '$1 ')}
          </Fact>
        )}
        <Fact label="Jumlah" copied={String(amount)}>
          {formatRupiah(amount)}
        </Fact>
        {payBefore && (
          <Fact label="Bayar sebelum">
            <time dateTime={payBefore}>{formatDateTime(payBefore)}</time>
            {now !== null && <span className="block text-sm font-normal text-ink-2">{timeLeft(payBefore, now)}</span>}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <dt className="text-sm text-ink-3">{label}</dt>
        <dd className="font-bold tabular-nums">{children}</dd>
      </div>
      {copied && <CopyButton text={copied} what={label} />}
    </div>
  )
}
