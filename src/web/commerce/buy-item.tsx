import { Link, useRouteLoaderData } from 'react-router'
import { formatRupiah } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { Site } from '#contract/site.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { PromoField } from './promo-field.tsx'
import { useCheckout, type BuyableItem, type Notice } from './use-checkout.ts'
import { useOpenTransaction } from './use-open-transaction.ts'
import { usePromoCode } from './use-promo-code.ts'

const buttonLabel = { course: 'Beli Kelas', ebook: 'Beli E-Book' }

/** Promo code, buy button and notices of the checkout, for any kind of item. */
export function BuyItem({ item }: { item: BuyableItem }) {
  const promo = usePromoCode(item)
  const { state, buy, prepare } = useCheckout(item, promo.applied?.code ?? null)
  const open = useOpenTransaction(item.id)
  const notice = state.step === 'idle' ? (state.notice ?? (open && pendingNotice(open.amount))) : null
  const { site } = useRouteLoaderData('site') as { site: Site }
  return (
    <div className="grid gap-3">
      <PromoField promo={promo} />
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
        {buttonLabel[item.kind]}
      </Button>
      <p className="text-sm text-ink-3">
        Dengan membeli, kamu menyetujui <LegalLink to={paths.terms()}>Syarat dan Ketentuan</LegalLink> dan{' '}
        <LegalLink to={paths.refunds()}>Kebijakan Pengembalian Dana</LegalLink>.
      </p>
      <div role="status" aria-live="polite">
        {notice && <NoticeBox notice={notice} />}
      </div>
      {site.payment.mode === 'sandbox' && <p className="text-center text-xs text-ink-3">Mode sandbox: tidak ada uang sungguhan yang ditarik.</p>}
    </div>
  )
}

// Not the note of the sign-up page: sharing it would load the code of the forms with every course.
const LegalLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="font-semibold underline underline-offset-2 hover:text-ink">
    {children}
  </Link>
)

const pendingNotice = (amount: number): Notice => ({
  tone: 'info',
  text: `Menunggu pembayaran ${formatRupiah(amount)}. Tombol di atas melanjutkannya.`,
  link: 'transactions',
})

function NoticeBox({ notice }: { notice: Notice }) {
  if (notice.tone === 'error') return <FormError>{notice.text}</FormError>
  return (
    <p className="rounded-field bg-info-50 px-4 py-3 text-sm text-info">
      {notice.text}{' '}
      {notice.link && (
        <Link className="font-semibold underline" to={paths.transactions()}>
          Lihat transaksi
        </Link>
      )}
    </p>
  )
}
