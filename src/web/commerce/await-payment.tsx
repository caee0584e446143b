import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Transaction } from '#contract/commerce.ts'
import { paths } from '#contract/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { buttonClass, ButtonLink } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { boughtItem } from './item-paths.ts'

const askAgainMs = 3_000

/** Stands where a course is not open yet: waits for a pending payment and opens the course by itself, else shows the way to buy. */
export function AwaitPayment({ courseId, title }: { courseId: string; title: string }) {
  const pending = usePendingTransaction(courseId)
  if (pending === 'asking') return <Spinner />
  if (!pending) {
    return (
      <>
        <p className="text-balance text-ink-2">Materi {title} terbuka setelah terdaftar di kelasnya.</p>
        <ButtonLink to={`${paths.courseDetail({ courseId })}#harga`}>Lihat harga kelas</ButtonLink>
      </>
    )
  }
  return (
    <>
      <Spinner />
      <p className="max-w-prose text-ink-2">Menunggu pembayaran. Kelas terbuka otomatis setelah pembayaran masuk; halaman ini memeriksa sendiri.</p>
      <div className="flex flex-wrap justify-center gap-3">
        {pending.paymentUrl && (
          <a className={buttonClass({ variant: 'buy' })} href={pending.paymentUrl}>
            Pay Now
          </a>
        )}
        <ButtonLink to={paths.transactions()} variant="outline">
          Lihat transaksi
        </ButtonLink>
      </div>
    </>
  )
}

/** Asks the server, which asks the provider, until the payment lands; the page is then loaded anew. */
function usePendingTransaction(courseId: string): Transaction | null | 'asking' {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState<Transaction | null | 'asking'>('asking')
  const landed = useRef(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    async function ask() {
      try {
        const { data } = await mine.commerce.listMyTransactions()
        const ofCourse = data.filter((transaction) => boughtItem(transaction)._id === courseId)
        const open = ofCourse.find((transaction) => transaction.status === 'pending')
        const now = open ? (await mine.commerce.refreshMyTransaction({ id: open._id })).data : null
        if (left) return
        // The payment may have landed between two looks. Once is enough: paid without access is not this page's to solve.
        const hasLanded = now?.status === 'success' || (!open && ofCourse.some((transaction) => transaction.status === 'success'))
        if (hasLanded && !landed.current) {
          landed.current = true
          return void revalidate()
        }
        setPending(now?.status === 'pending' ? now : null)
        if (now?.status === 'pending') timer = setTimeout(() => void ask(), askAgainMs)
      } catch {
        // A lost connection: keep what is shown and try again.
        if (!left) timer = setTimeout(() => void ask(), askAgainMs)
      }
    }
    void ask()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [mine, courseId, revalidate])

  return pending
}
