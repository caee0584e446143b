import { Suspense, useState } from 'react'
import { formatRupiah } from '#contract/kit/money.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'

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
