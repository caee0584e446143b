import { Suspense, useState } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'

const AskRefundDialog = lazyDialog(() => import('./ask-refund-dialog.tsx').then((dialog) => dialog.AskRefundDialog))

export function AskRefund({ transaction, onAsked }: { transaction: Transaction; onAsked: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Minta pengembalian dana<span className="sr-only"> {transaction.title}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AskRefundDialog transaction={transaction} onClose={() => setOpen(false)} onAsked={onAsked} />
        </Suspense>
      )}
    </>
  )
}

export function RefundRequestState({ transaction: { refundRequest } }: { transaction: Transaction }) {
  if (!refundRequest) return null
  const { state, sentence } = refundRequest
  return (
    <p className="mt-1 text-sm font-normal wrap-anywhere text-ink-2">
      {state === 'open'
        ? 'Permintaan pengembalian dana sedang kami periksa.'
        : `Permintaan pengembalian dana ${state === 'approved' ? 'disetujui' : 'ditolak'}: ${sentence ?? ''}`}
    </p>
  )
}
