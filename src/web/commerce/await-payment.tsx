import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Transaction } from '#contract/commerce.ts'
import { paths } from '#contract/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { buttonClass, ButtonLink } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { boughtItem } from './item-paths.ts'

const pollIntervalMs = 3_000

/** Shown for a locked course: waits for a pending payment and then opens the course; without one it links to the price. */
export function AwaitPayment({ courseId, title }: { courseId: string; title: string }) {
  const pending = usePendingTransaction(courseId)
  if (pending === 'loading') return <Spinner />
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

/** Polls the server, which checks the provider, until the payment succeeds; then the page data is reloaded. */
function usePendingTransaction(courseId: string): Transaction | null | 'loading' {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState<Transaction | null | 'loading'>('loading')
  const hasReloaded = useRef(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCancelled = false
    let pendingId: string | null = null
    // Only the first poll lists transactions; later ones ask about the pending one alone.
    async function read(): Promise<Transaction | null> {
      if (!pendingId) {
        const { data } = await mine.commerce.listMyTransactions()
        const ofCourse = data.filter((transaction) => boughtItem(transaction)._id === courseId)
        const pending = ofCourse.find((transaction) => transaction.status === 'pending')
        // The payment may have succeeded while the page was loading.
        if (!pending) return ofCourse.find((transaction) => transaction.status === 'success') ?? null
        pendingId = pending._id
      }
      return (await mine.commerce.refreshMyTransaction({ id: pendingId })).data
    }
    async function poll() {
      try {
        const current = await read()
        if (isCancelled) return
        // Reloads once only: paid without access would loop otherwise.
        if (current?.status === 'success' && !hasReloaded.current) {
          hasReloaded.current = true
          return void revalidate()
        }
        setPending(current?.status === 'pending' ? current : null)
        if (current?.status === 'pending') timer = setTimeout(() => void poll(), pollIntervalMs)
      } catch {
        // Connection lost: keeps the current state and tries again.
        if (!isCancelled) timer = setTimeout(() => void poll(), pollIntervalMs)
      }
    }
    void poll()
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [mine, courseId, revalidate])

  return pending
}
