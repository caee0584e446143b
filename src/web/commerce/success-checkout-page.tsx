import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { boughtItem, type Transaction } from '#contract/commerce.ts'
import { paths } from '#contract/paths.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { itemPath, itemWord, ownerPath } from './item-paths.ts'

type Outcome = { step: 'asking' } | { step: 'unknown' } | { step: 'known'; transaction: Transaction }

const askAgainMs = 3_000

/** Where the provider's own page comes back to. What its address says is not believed: the server asks the provider. */
export function SuccessCheckoutPage() {
  const outcome = useLatestTransaction()
  return (
    <div className="mx-auto grid max-w-[560px] justify-items-center gap-4 px-4 py-16 text-center">
      <PageHead title="Status pembayaran" noIndex />
      <div role="status" className="grid justify-items-center gap-4">
        {outcome.step === 'asking' && <Asking />}
        {outcome.step === 'unknown' && <Unknown />}
        {outcome.step === 'known' && <Known transaction={outcome.transaction} />}
      </div>
      <ButtonLink to={paths.myCourses()} size="lg">
        Ke Kelas Saya
      </ButtonLink>
    </div>
  )
}

/** The newest transaction, or the one this address is about, asked again as long as it waits. */
function useLatestTransaction(): Outcome {
  const { mine } = useApi()
  const session = useSession()
  const [search] = useSearchParams()
  const wanted = search.get('transaksi')
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

function Asking() {
  return (
    <>
      <Spinner />
      <h1 className={heading}>Memeriksa pembayaran…</h1>
    </>
  )
}

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
  const name = `${itemWord(item)} ${item.title}`
  if (transaction.status === 'success') {
    return (
      <>
        <h1 className={heading}>Pembayaran berhasil 🎉</h1>
        <p className="text-ink-2">{name} sudah jadi milikmu.</p>
        <ButtonLink to={ownerPath(item)} variant="outline">
          {item.kind === 'course' ? 'Mulai Belajar' : 'Baca sekarang'}
        </ButtonLink>
        <ButtonLink to={paths.invoice({ transactionId: transaction._id })} variant="ghost">
          Lihat invoice
        </ButtonLink>
      </>
    )
  }
  if (transaction.status === 'pending') {
    return (
      <>
        <Spinner />
        <h1 className={heading}>Menunggu pembayaran</h1>
        <p className="text-ink-2">{name} terbuka otomatis setelah pembayaran masuk. Halaman ini memeriksa sendiri.</p>
        <ButtonLink to={paths.transactions()} variant="outline">
          Lihat transaksi
        </ButtonLink>
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
      <ButtonLink to={itemPath(item)} variant="outline">
        Kembali ke {itemWord(item).toLowerCase()}
      </ButtonLink>
    </>
  )
}
