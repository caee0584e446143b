import { Suspense, useState } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { describeSending } from './describe-sending.ts'

const ResendDialog = lazyDialog(() => import('./resend-dialog.tsx').then((dialog) => dialog.ResendDialog))

/** What became of a gift, for its giver, who may send it again until it is claimed. */
export function GiftState({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { gift } = transaction
  if (!gift) return null
  const isPaid = transaction.status === 'success'
  return (
    <div className="mt-1 text-sm font-normal text-ink-2">
      <p className="wrap-anywhere">
        Hadiah untuk {gift.name} ({gift.email}), {describeSending(gift, transaction.status)}.
      </p>
      {isPaid && !gift.claimedAt && (
        <Button variant="ghost" size="sm" className="-ml-3.5" onClick={() => setOpen(true)}>
          {gift.sendOn && !gift.sentAt ? 'Ubah penerima' : 'Kirim ulang'}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ResendDialog
            transactionId={transaction._id}
            gift={gift}
            onClose={() => {
              setOpen(false)
              onChanged()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
