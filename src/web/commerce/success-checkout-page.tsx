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
import { boughtItem, itemPath, itemWord, ownerPath } from './item-paths.ts'

type Outcome = { step: 'asking' } | { step: 'unknown' } | { step: 'known'; transaction: Transaction }

const askAgainMs = 3_000

/** Where the provider's own page comes back to. What its address says is not believed: the server asks the provider. */
export function SuccessCheckoutPage() {
  const outcome = useLatestTransaction()
  return (
    <div className="wrap grid min-h-[64dvh] place-items-center py-14">
      <PageHead title="Status pembayaran" noIndex />
      <div className="grid max-w-140 justify-items-center text-center">
        <Art outcome={outcome} />
        <div role="status" className="mt-6 grid justify-items-center gap-3">
          {outcome.step === 'asking' && <h1 className={heading}>Memeriksa pembayaran…</h1>}
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

/** The top of the stairs when it is paid; while it waits, that; a step is missing when it came to nothing. */
function Art({ outcome }: { outcome: Outcome }) {
  const status = outcome.step === 'known' ? outcome.transaction.status : null
  if (outcome.step === 'asking' || status === 'pending') {
    return (
      <div className="grid size-24 place-items-center rounded-full bg-nila-50 text-2xl text-nila">
        <Spinner />
      </div>
    )
  }
  if (status === null) return <StateArt className="text-nila" />
  return <Stairs isStepMissing={status !== 'success'} className="h-50 w-44" />
}

/** The newest transaction, or the one this address is about, asked again as long as it waits. */
function useLatestTransaction(): Outcome {
  const { mine } = useApi()
  const session = useSession()
  const [search] = useSearchParams()
  // The provider adds words of its own, and may do so with a second question mark.
  const wanted = search.get('transaksi')?.split('?')[0]
  const [outcome, setOutcome] = useState<Outcome>({ step: 'asking' })

  useEffect(() => {
    if (session.status === 'unknown') return
    if (session.status === 'signed-out') return setOutcome({ step: 'unknown' })
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    async function ask() {
      try {
        const { data } = await mine.commerce.listMyTransactions()
        const newest = data.find((transaction) => transaction._id === wanted) ?? data[0]
        if (!newest) return setOutcome({ step: 'unknown' })
        const transaction = newest.status === 'pending' ? (await mine.commerce.refreshMyTransaction({ id: newest._id })).data : newest
        if (left) return
        setOutcome({ step: 'known', transaction })
        if (transaction.status === 'pending') timer = setTimeout(() => void ask(), askAgainMs)
      } catch {
        // A lost connection: what is known stays on the screen, and is asked again.
        if (left) return
        setOutcome((before) => (before.step === 'known' ? before : { step: 'unknown' }))
        timer = setTimeout(() => void ask(), askAgainMs)
      }
    }
    void ask()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [mine, session.status, wanted])

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
  const name = `${itemWord(item)} “${item.title}”`
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
  // Money that came in and went back again is not money that never came.
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

/** What to do now; 'Ke Kelas Saya' stands beside it. */
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
      Kembali ke {itemWord(item).toLowerCase()}
    </ButtonLink>
  )
}
