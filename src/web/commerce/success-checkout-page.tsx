import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Transaction } from '#contract/commerce.ts'
import { paths } from '#contract/paths.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stairs } from '#web/ui/stairs.tsx'
import { StateArt } from '#web/ui/state-art.tsx'
import { boughtItem, itemPath, itemLabel, ownerPath } from './item-paths.ts'

type Outcome = { step: 'loading' } | { step: 'unknown' } | { step: 'known'; transaction: Transaction }

const pollIntervalMs = 3_000

/** The return page of the provider. The URL parameters are not trusted: the server reads the status from the provider. */
export function SuccessCheckoutPage() {
  const outcome = useLatestTransaction()
  return (
    <div className="wrap grid min-h-[64dvh] place-items-center py-14">
      <PageHead title="Status pembayaran" noIndex />
      <div className="grid max-w-140 justify-items-center text-center">
        <Art outcome={outcome} />
        <div role="status" className="mt-6 grid justify-items-center gap-3">
          {outcome.step === 'loading' && <h1 className={heading}>Memeriksa pembayaran…</h1>}
          {outcome.step === 'unknown' && <Unknown />}
          {outcome.step === 'known' && <Known transaction={outcome.transaction} />}
        </div>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {outcome.step === 'known' && <NextStep transaction={outcome.transaction} />}
          <ButtonLink to={paths.myCourses()} size="lg" variant={outcome.step === 'known' ? 'outline' : 'primary'}>
            Ke Kelas Saya
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** Stairs for a paid transaction, a spinner for a pending one, stairs with a missing step for a failed one. */
function Art({ outcome }: { outcome: Outcome }) {
  const status = outcome.step === 'known' ? outcome.transaction.status : null
  if (outcome.step === 'loading' || status === 'pending') {
    return (
      <div className="grid size-24 place-items-center rounded-full bg-nila-50 text-2xl text-nila">
        <Spinner />
      </div>
    )
  }
  if (status === null) return <StateArt className="text-nila" />
  return <Stairs isStepMissing={status !== 'success'} className="h-50 w-44" />
}

/** The transaction of this URL, else the newest one; polled while it is pending. */
function useLatestTransaction(): Outcome {
  const { mine } = useApi()
  const session = useSession()
  const [search] = useSearchParams()
  // The provider appends parameters, possibly after a second question mark.
  const transactionId = search.get('transaksi')?.split('?')[0]
  const [outcome, setOutcome] = useState<Outcome>({ step: 'loading' })

  useEffect(() => {
    if (session.status === 'unknown') return
    if (session.status === 'signed-out') return setOutcome({ step: 'unknown' })
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCancelled = false
    let pendingId: string | null = null
    // Only the first poll lists transactions; later ones ask about the pending one alone.
    async function read(): Promise<Transaction | null> {
      if (!pendingId) {
        const { data } = await mine.commerce.listMyTransactions()
        const newest = data.find((transaction) => transaction._id === transactionId) ?? data[0]
        if (newest?.status !== 'pending') return newest ?? null
        pendingId = newest._id
      }
      return (await mine.commerce.refreshMyTransaction({ id: pendingId })).data
    }
    async function poll() {
      try {
        const transaction = await read()
        if (isCancelled) return
        if (!transaction) return setOutcome({ step: 'unknown' })
        setOutcome({ step: 'known', transaction })
        if (transaction.status === 'pending') timer = setTimeout(() => void poll(), pollIntervalMs)
      } catch {
        // Connection lost: keeps the known state and tries again.
        if (isCancelled) return
        setOutcome((before) => (before.step === 'known' ? before : { step: 'unknown' }))
        timer = setTimeout(() => void poll(), pollIntervalMs)
      }
    }
    void poll()
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [mine, session.status, transactionId])

  return outcome
}

const heading = 'text-3xl font-extrabold text-balance'

function Unknown() {
  return (
    <>
      <h1 className={heading}>Status pembayaran</h1>
      <p className="text-ink-2">Kelas yang pembayarannya sudah masuk ada di Kelas Saya. Status setiap pembayaran ada di halaman transaksi.</p>
    </>
  )
}

function Known({ transaction }: { transaction: Transaction }) {
  const item = boughtItem(transaction)
  const name = `${itemLabel(item)} “${item.title}”`
  if (transaction.status === 'success') {
    return (
      <>
        <h1 className={heading}>Pembayaran berhasil 🎉</h1>
        <p className="text-lg text-ink-2">{name} sudah jadi milikmu.</p>
      </>
    )
  }
  if (transaction.status === 'pending') {
    return (
      <>
        <h1 className={heading}>Menunggu pembayaran</h1>
        <p className="text-ink-2">{name} terbuka otomatis setelah pembayaran masuk. Halaman ini memeriksa sendiri.</p>
      </>
    )
  }
  // A payment that was refunded differs from one that never arrived.
  const wasPaid = transaction.paidAt !== null
  return (
    <>
      <h1 className={heading}>{wasPaid ? 'Pembayaran dibatalkan' : 'Pembayaran tidak selesai'}</h1>
      <p className="text-ink-2">
        {wasPaid
          ? `Pembayaran untuk ${name} sudah dibatalkan. Rinciannya ada di halaman transaksi.`
          : `Tidak ada biaya yang ditarik untuk ${name}. Buat pesanan baru kapan saja.`}
      </p>
    </>
  )
}

/** The next step, shown beside 'Ke Kelas Saya'. */
function NextStep({ transaction }: { transaction: Transaction }) {
  const item = boughtItem(transaction)
  if (transaction.status === 'success') {
    return (
      <>
        <ButtonLink to={ownerPath(item)} size="lg">
          {item.kind === 'course' ? 'Mulai Belajar' : 'Baca sekarang'}
        </ButtonLink>
        <ButtonLink to={paths.invoice({ transactionId: transaction._id })} size="lg" variant="outline">
          Lihat invoice
        </ButtonLink>
      </>
    )
  }
  if (transaction.status === 'pending') {
    return (
      <ButtonLink to={paths.transactions()} size="lg">
        Lihat transaksi
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to={itemPath(item)} size="lg">
      Kembali ke {itemLabel(item).toLowerCase()}
    </ButtonLink>
  )
}
