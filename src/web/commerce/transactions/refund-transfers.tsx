import { Suspense, useState } from 'react'
import { refundStandingOf } from '#contract/commerce/order-standing.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { describeRefundTransfer } from './describe-refund-transfer.ts'

const RefundAccountDialog = lazyDialog(() =>
  import('./refund-account-dialog.tsx').then((dialog) => dialog.RefundAccountDialog),
)

/** Counts a refund from its decision, but does not call it returned while an admin has still to send it. */
export const refundedLabel = (transaction: Pick<Transaction, 'refundTransfers'>): string =>
  refundStandingOf(transaction) ? 'Dikembalikan, sebagian atau semuanya masih akan dikirim' : 'Sudah dikembalikan'

/** Refunds of a payment by hand: where each is, and the account that it waits for. */
export function RefundTransfers({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { refundTransfers } = transaction
  if (refundTransfers.length === 0) return null
  const needsAccount = refundStandingOf(transaction) === 'account'
  const canChange = refundTransfers.some(({ state }) => state === 'requested')
  return (
    <div className="mt-1 text-sm font-normal text-ink-2">
      <ul className="grid gap-1">
        {refundTransfers.map((transfer) => (
          <li key={transfer._id} className="wrap-anywhere">
            Pengembalian {formatRupiah(transfer.amount)} {describeRefundTransfer(transfer)}.
            {transfer.hasProof && <PayoutProofButton payoutId={transfer._id} amountIdr={transfer.amount} />}
          </li>
        ))}
      </ul>
      {canChange && (
        <Button
          variant={needsAccount ? 'primary' : 'ghost'}
          size="sm"
          className={needsAccount ? 'mt-2' : '-ml-3.5'}
          onClick={() => setOpen(true)}
        >
          {needsAccount ? 'Isi rekening' : 'Ganti rekening'}
          <span className="sr-only"> untuk {transaction.title}</span>
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <RefundAccountDialog transaction={transaction} onClose={() => setOpen(false)} onSaved={onChanged} />
        </Suspense>
      )}
    </div>
  )
}

const PayoutProofDialog = lazyDialog(() =>
  import('./payout-proof-dialog.tsx').then((dialog) => dialog.PayoutProofDialog),
)

/** Opens the bank's confirmation of a payout or refund that has one. */
export function PayoutProofButton({ payoutId, amountIdr }: { payoutId: string; amountIdr: number }) {
  const [isOpen, setOpen] = useState(false)
  const amount = formatRupiah(amountIdr)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Lihat bukti<span className="sr-only"> transfer {amount}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PayoutProofDialog payoutId={payoutId} amount={amount} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
