import Clock from 'lucide-react/icons/clock'
import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { proofCheckLabel, standingOf } from '#contract/commerce/order-standing.ts'
import { paths } from '#contract/kit/paths.ts'
import { buttonClass, ButtonLink } from '#web/kit/ui/button.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { boughtItem } from '#web/commerce/item-paths.ts'
import { PaymentInstructions } from './payment-instructions.tsx'
import { RecheckButton } from './recheck-button.tsx'
import { useWatchedTransaction } from './use-watched-transaction.ts'

/** Shown for a locked course: waits for a pending payment and then opens the course; without one it links to the price. */
export function AwaitPayment({ courseId, title }: { courseId: string; title: string }) {
  const { revalidate } = useRevalidator()
  const watched = useWatchedTransaction(courseId, (transactions) => {
    // A gift or seats open it for somebody else.
    const ofCourse = transactions.filter(
      (transaction) => boughtItem(transaction)._id === courseId && !transaction.gift && !transaction.team,
    )
    // The payment may have succeeded while the page was loading.
    return ofCourse.find(({ status }) => status === 'pending') ?? ofCourse.find(({ status }) => status === 'success')
  })
  const transaction = watched.data
  const isPaid = transaction?.status === 'success'
  // Once only: paid without access would loop otherwise.
  const openCourse = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (isPaid) openCourse()
  }, [isPaid])

  if (transaction === undefined || isPaid) return <Spinner />
  if (transaction?.status !== 'pending') {
    return (
      <>
        <p className="text-balance text-ink-2">Materi {title} terbuka setelah terdaftar di kelasnya.</p>
        <ButtonLink to={`${paths.courseDetail({ courseId })}#harga`}>Lihat harga kelas</ButtonLink>
      </>
    )
  }
  if (standingOf(transaction) === 'proof-check') {
    return (
      <>
        <p className="max-w-prose text-ink-2">
          {proofCheckLabel}. Kelas terbuka otomatis setelah kami setujui; halaman ini memeriksa sendiri.
        </p>
        <ButtonLink to={paths.transactions()} variant="outline">
          Lihat transaksi
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      {watched.isOverdue ? (
        <>
          <p className="max-w-prose text-ink-2">Pembayaran belum masuk, dan halaman ini sudah berhenti memeriksa.</p>
          <RecheckButton variant="outline" onRecheck={watched.restart} />
        </>
      ) : (
        <>
          <span className="grid size-20 place-items-center rounded-full bg-nila-50 text-nila">
            <Clock aria-hidden className="size-9" />
          </span>
          <p className="max-w-prose text-ink-2">
            Menunggu pembayaran. Kelas terbuka otomatis setelah pembayaran masuk; halaman ini memeriksa sendiri.
          </p>
        </>
      )}
      <PaymentInstructions transaction={transaction} />
      <div className="flex flex-wrap justify-center gap-3">
        {transaction.paymentUrl && (
          <a className={buttonClass({ variant: 'buy' })} href={transaction.paymentUrl}>
            Pay Now
          </a>
        )}
        <ButtonLink to={paths.transactions()} variant="outline">
          Lihat transaksi
        </ButtonLink>
        <CancelOrder transaction={transaction} size="md" onChanged={watched.restart} />
      </div>
    </>
  )
}
