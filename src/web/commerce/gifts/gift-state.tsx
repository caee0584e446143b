import { Suspense, useState } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatDate, formatShortDate } from '#contract/kit/days.ts'
import { lazyDialog } from '#web/kit/ui/dialogs/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'

const ResendDialog = lazyDialog(() => import('./resend-dialog.tsx').then((dialog) => dialog.ResendDialog))

type Gift = NonNullable<Transaction['gift']>

function describe({ claimedAt, sentAt, sendOn }: Gift, isPaid: boolean): string {
  if (claimedAt) return `diterima ${formatShortDate(claimedAt)}`
  if (sentAt) return `dikirim ${formatShortDate(sentAt)}, belum diterima`
  if (!isPaid) return 'dikirim setelah dibayar'
  return sendOn ? `dikirim ${formatDate(`${sendOn}T12:00:00+07:00`)}` : 'segera dikirim'
}

/** What became of a gift, for its giver, who may send it again until it is claimed. */
export function GiftState({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { gift } = transaction
  if (!gift) return null
  const isPaid = transaction.status === 'success'
  return (
    <div className="mt-1 text-sm font-normal text-ink-2">
      <p className="wrap-anywhere">
        Hadiah untuk {gift.name} ({gift.email}), {describe(gift, isPaid)}.
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
