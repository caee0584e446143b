import Clock from 'lucide-react/icons/clock'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { proofCheckLabel, standingOf } from '#contract/commerce/order-standing.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, useSession, type Api } from '#web/identity/index.ts'
import { buttonClass, ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { Stairs } from '#web/kit/ui/feedback/stairs.tsx'
import { StateArt } from '#web/kit/ui/feedback/state-art.tsx'
import { BoughtThings } from './bought-things.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { boughtItem, itemPath, itemLabel, ownerPath } from '#web/commerce/item-paths.ts'
import { PaymentInstructions } from './payment-instructions.tsx'
import { RecheckButton } from './recheck-button.tsx'
import { useWatchedTransaction } from './use-watched-transaction.ts'

const TransferPayment = lazy(() =>
  import('#web/commerce/transfer-payment.tsx').then((page) => ({ default: page.TransferPayment })),
)

const refreshCart = async (api: Api) => (await import('#web/commerce/kept/keeper.ts')).refreshKept(api)

type Outcome =
  | { step: 'loading' | 'unknown' }
  /** `recheck`: checks the payment again; null while the page does that by itself. */
  | { step: 'known'; transaction: Transaction; recheck: (() => void) | null; restart: () => void }

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
          {outcome.step === 'known' && <Known {...outcome} />}
        </div>
        {outcome.step === 'known' && outcome.transaction.instructions && (
          <div className="mt-6 w-full max-w-110">
            {outcome.transaction.transfer ? (
              <Suspense fallback={<Spinner />}>
                <TransferPayment transaction={outcome.transaction} onSent={outcome.restart} />
              </Suspense>
            ) : (
              <PaymentInstructions transaction={outcome.transaction} />
            )}
          </div>
        )}
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {outcome.step === 'known' && <NextStep {...outcome} />}
          <ButtonLink to={paths.myCourses()} size="lg" variant={outcome.step === 'known' ? 'outline' : 'primary'}>
            Ke Kelas Saya
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** Stairs for a paid transaction, a clock for a pending one, stairs with a missing step for a failed one. */
function Art({ outcome }: { outcome: Outcome }) {
  const status = outcome.step === 'known' ? outcome.transaction.status : null
  if (outcome.step === 'loading' || status === 'pending') {
    return (
      <div className="grid size-24 place-items-center rounded-full bg-nila-50 text-2xl text-nila">
        {status === 'pending' ? <Clock aria-hidden className="size-10" /> : <Spinner />}
      </div>
    )
  }
  if (status === null) return <StateArt className="text-nila" />
  return <Stairs isStepMissing={status !== 'success'} className="h-50 w-44" />
}

/** The transaction of this URL, else the newest one; polled while it is pending. */
function useLatestTransaction(): Outcome {
  const session = useSession()
  const api = useApi()
  const [search] = useSearchParams()
  // The provider appends parameters, possibly after a second question mark.
  const transactionId = search.get('transaksi')?.split('?')[0]
  const watched = useWatchedTransaction(
    transactionId ?? 'newest',
    (transactions) => transactions.find(({ _id }) => _id === transactionId) ?? transactions[0],
  )
  const isPaid = watched.data?.status === 'success'
  useEffect(() => {
    // The badge of the cart follows the payment.
    if (isPaid) refreshCart(api).catch(() => {})
  }, [api, isPaid])
  if (watched.data)
    return {
      step: 'known',
      transaction: watched.data,
      recheck: watched.isOverdue ? watched.restart : null,
      restart: watched.restart,
    }
  const isUnknown = session.status === 'signed-out' || watched.data === null || watched.hasFailed
  return { step: isUnknown ? 'unknown' : 'loading' }
}

const heading = 'text-[min(1.875rem,14vw)] leading-tight font-extrabold text-balance'

function Unknown() {
  return (
    <>
      <h1 className={heading}>Status pembayaran</h1>
      <p className="text-ink-2">
        Kelas yang pembayarannya sudah masuk ada di Kelas Saya. Status setiap pembayaran ada di halaman transaksi.
      </p>
    </>
  )
}

type KnownProps = Extract<Outcome, { step: 'known' }>

function Known({ transaction, recheck }: KnownProps) {
  const item = boughtItem(transaction)
  const name = `${itemLabel(item)} “${item.title}”`
  if (transaction.status === 'success') {
    return (
      <>
        <h1 className={heading}>Pembayaran berhasil 🎉</h1>
        <p className="text-lg text-ink-2">
          {transaction.team
            ? `${transaction.team.seats} kursi untuk ${transaction.team.name} siap dibagikan.`
            : transaction.gift
              ? `${name} sudah kamu hadiahkan.`
              : item.kind === 'cart'
                ? `${transaction.items.length} item sudah jadi milikmu. Buka salah satunya untuk mulai.`
                : `${name} sudah jadi milikmu.`}
        </p>
        <BoughtThings transaction={transaction} />
      </>
    )
  }
  if (transaction.status === 'pending') {
    return (
      <>
        <h1 className={heading}>
          {standingOf(transaction) === 'proof-check' ? proofCheckLabel : 'Menunggu pembayaran'}
        </h1>
        <p className="text-ink-2">
          {name} terbuka otomatis setelah pembayaran {transaction.transfer ? 'kami setujui' : 'masuk'}.{' '}
          {recheck ? 'Halaman ini sudah berhenti memeriksa.' : 'Halaman ini memeriksa sendiri.'}
        </p>
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
          : transaction.transfer
            ? `Pesanan ${name} sudah berakhir. Kalau kamu sudah terlanjur membayar, hubungi kami: pembayaranmu tetap bisa disetujui.`
            : `Tidak ada biaya yang ditarik untuk ${name}. Buat pesanan baru kapan saja.`}
      </p>
    </>
  )
}

/** The next step, shown beside 'Ke Kelas Saya'. */
function NextStep({ transaction, recheck, restart }: KnownProps) {
  const item = boughtItem(transaction)
  if (transaction.status === 'success') {
    return (
      <>
        {transaction.team && (
          <ButtonLink to={ownerPath(item)} size="lg">
            Undang anggota
          </ButtonLink>
        )}
        {(transaction.gift || item.kind === 'course' || item.kind === 'ebook') && (
          <ButtonLink to={transaction.gift ? paths.transactions() : ownerPath(item)} size="lg">
            {transaction.gift ? 'Lihat hadiah' : item.kind === 'course' ? 'Mulai Belajar' : 'Baca sekarang'}
          </ButtonLink>
        )}
        <ButtonLink to={paths.invoice({ transactionId: transaction._id })} size="lg" variant="outline">
          Lihat invoice
        </ButtonLink>
      </>
    )
  }
  if (transaction.status === 'pending') {
    return (
      <>
        {recheck && <RecheckButton size="lg" onRecheck={recheck} />}
        {transaction.paymentUrl && !transaction.transfer && (
          <a
            className={buttonClass({ variant: recheck ? 'outline' : 'buy', size: 'lg' })}
            href={transaction.paymentUrl}
          >
            Buka halaman pembayaran
          </a>
        )}
        <ButtonLink to={paths.transactions()} size="lg" variant="outline">
          Lihat transaksi
        </ButtonLink>
        <CancelOrder transaction={transaction} size="lg" onChanged={restart} />
      </>
    )
  }
  return (
    <ButtonLink to={itemPath(item)} size="lg">
      Kembali ke {itemLabel(item).toLowerCase()}
    </ButtonLink>
  )
}
