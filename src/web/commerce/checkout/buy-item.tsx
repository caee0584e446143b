import { useEffect, useEffectEvent } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import type { Site } from '#contract/site/site.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { waitingPath } from '#web/commerce/item-paths.ts'
import { OtherMethods } from '#web/commerce/other-methods.tsx'
import { PromoField } from './promo-field.tsx'
import type { BuyableItem } from './use-checkout.ts'
import type { Notice } from './notice.ts'
import type { BuyStep } from './buy-step.ts'
import { usePurchase } from './use-purchase.ts'

const buttonLabel = {
  course: 'Beli Kelas',
  ebook: 'Beli E-Book',
  bundle: 'Beli Paket',
  path: 'Beli Jalur',
  team: 'Bayar kursi',
  cart: 'Bayar',
}

export type BuyItemProps = {
  item: BuyableItem
  /** Reports the amount to pay whenever it changes, so that other places of the page show the same one. */
  onAmount?: (amountIdr: number) => void
}

/** Promo code, buy button and notices of the checkout, for any kind of item. One button, which says what it does and what it costs. */
export function BuyItem({ item, onAmount }: BuyItemProps) {
  const { promo, next, amountIdr, offer, state, buy, prepare, isOrderUnknown, reload } = usePurchase(item)
  const report = useEffectEvent((amount: number) => onAmount?.(amount))
  useEffect(() => report(amountIdr), [amountIdr])
  const last = state.step === 'payment-window' ? undefined : state.notice
  // The replaced order is more important than how the last payment window ended.
  const notice =
    state.step !== 'idle'
      ? last
      : next.step === 'replace' && last?.tone !== 'error'
        ? openNotice(next)
        : (last ?? openNotice(next))
  const { site } = useRouteLoaderData('site') as { site: Site }
  if (next.step === 'wait') return <ProofIsChecked open={next.open} />
  return (
    <div className="grid gap-3">
      {isOrderUnknown && <LoadFailure onRetry={reload}>Pesananmu yang belum dibayar belum bisa diperiksa.</LoadFailure>}
      <PromoField promo={promo} offer={offer} />
      {/* While a code is being checked, the price to charge is not known. */}
      <Button
        variant="buy"
        size="lg"
        block
        busy={state.step !== 'idle' || promo.isChecking}
        onClick={() => void buy()}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {next.step === 'buy' ? (
          buttonLabel[item.kind]
        ) : (
          <span>
            <span className="sr-only">{buttonLabel[item.kind]}: </span>
            {next.step === 'continue' ? 'Lanjutkan pembayaran ' : 'Ganti pesanan, bayar '}
            <Amount idr={amountIdr} />
          </span>
        )}
      </Button>
      {site.payment.methods.length > 1 && (
        <OtherMethods
          methods={site.payment.methods}
          current={next.step === 'buy' ? 'card' : next.open.method}
          isBusy={state.step !== 'idle' || promo.isChecking}
          onChoose={(method) => void buy(method)}
        />
      )}
      <p className="text-sm text-ink-3">
        Dengan membeli, kamu menyetujui <LegalLink to={paths.terms()}>Syarat dan Ketentuan</LegalLink> dan{' '}
        <LegalLink to={paths.refunds()}>Kebijakan Pengembalian Dana</LegalLink>.
      </p>
      <div role="status">{notice && <NoticeBox notice={notice} />}</div>
      {site.payment.mode === 'sandbox' && (
        <p className="text-center text-xs text-ink-3">Mode sandbox: tidak ada uang sungguhan yang ditarik.</p>
      )}
    </div>
  )
}

// Not the note of the sign-up page: sharing it would load the code of the forms with every course.
const LegalLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="font-semibold underline underline-offset-2 hover:text-ink">
    {children}
  </Link>
)

const ProofIsChecked = ({ open }: { open: Transaction }) => (
  <div className="grid gap-3">
    <p role="status" className="rounded-field bg-info-50 p-3 text-sm text-info">
      Bukti pembayaran {formatRupiah(open.amount)} sedang kami periksa. Kamu tidak perlu membayar lagi.
    </p>
    <ButtonLink variant="outline" size="lg" block to={waitingPath(open._id)}>
      Lihat status bukti
    </ButtonLink>
  </div>
)

/** Explains the button while a transaction is open. */
function openNotice(next: BuyStep): Notice | null {
  if (next.step === 'buy' || next.step === 'wait') return null
  const amount = formatRupiah(next.open.amount)
  const text =
    next.step === 'continue'
      ? `Menunggu pembayaran ${amount}. Tombol di atas melanjutkannya.`
      : `Pesanan ${amount} belum dibayar. Tombol di atas membatalkan dan menggantinya.`
  return { tone: 'info', text, link: 'transactions' }
}

function NoticeBox({ notice }: { notice: Notice }) {
  return (
    <p
      className={`-mx-3 rounded-field p-3 text-sm ${notice.tone === 'error' ? 'bg-mengkudu-50 font-semibold text-mengkudu' : 'bg-info-50 text-info'}`}
    >
      {notice.text}{' '}
      {notice.transactionId && (
        <>
          <Link className="font-semibold underline" to={waitingPath(notice.transactionId)}>
            Cara bayar
          </Link>
          {' · '}
        </>
      )}
      {notice.link && (
        <Link className="font-semibold underline" to={paths.transactions()}>
          Lihat transaksi
        </Link>
      )}
    </p>
  )
}
