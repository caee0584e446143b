import { Suspense, useState } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { describeSending } from '#web/commerce/describe-sending.ts'

const ResendDialog = lazyDialog(() => import('./resend-dialog.tsx').then((dialog) => dialog.ResendDialog))
const GiftLinkDialog = lazyDialog(() => import('./gift-link-dialog.tsx').then((dialog) => dialog.GiftLinkDialog))

/** Shows the state of a gift to its giver, who may send it again until it is claimed. */
export function GiftState({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const [open, setOpen] = useState<'resend' | 'link' | null>(null)
  const { gift } = transaction
  if (!gift) return null
  const isPaid = transaction.status === 'success'
  return (
    <div className="mt-1 text-sm font-normal text-ink-2">
      <p className="wrap-anywhere">
        Hadiah untuk {gift.name} ({gift.email}), {describeSending(gift, transaction.status)}.
      </p>
      {isPaid && !gift.claimedAt && (
        <p className="-ml-3.5 flex flex-wrap">
          <Button variant="ghost" size="sm" onClick={() => setOpen('resend')}>
            {gift.sendOn && !gift.sentAt ? 'Ubah penerima' : 'Kirim ulang'}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setOpen('link')}>
            Kirim sendiri
          </Button>
        </p>
      )}
      <Suspense fallback={null}>
        {open === 'resend' && (
          <ResendDialog
            transactionId={transaction._id}
            gift={gift}
            onClose={() => {
              setOpen(null)
              onChanged()
            }}
          />
        )}
        {open === 'link' && <GiftLinkDialog transaction={transaction} gift={gift} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}
