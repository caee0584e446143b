import '#web/learning/student.css'
import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { proofCheckLabel, standingOf } from '#contract/commerce/order-standing.ts'
import type { Invoice } from '#contract/commerce/transactions.ts'
import { paymentMethodLabel } from '#contract/commerce/labels.ts'
import { formatNpwp } from '#contract/groups/team-input.ts'
import { formatRupiah, stampDutyAboveIdr } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, requireSession, useApi, withLogin, type Api } from '#web/identity/index.ts'
import { Button, buttonClass, ButtonLink } from '#web/kit/ui/button.tsx'
import { Logo } from '#web/kit/ui/logo.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { formatDate } from '#contract/kit/days.ts'
import { CancelOrder } from '#web/commerce/checkout/cancel-order.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { OrderNumber } from '#web/commerce/order-number.tsx'
import { boughtItem, hasInvoice, itemLabel, itemPath } from '#web/commerce/item-paths.ts'
import { PaymentInstructions } from '#web/commerce/checkout/payment-instructions.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { RefundTransfers } from './refund-transfers.tsx'
import { OrderStatusBadge } from './transaction-status.tsx'

export const createInvoiceLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(
      api,
      request,
      { guard: requireSession },
      async () => (await api.authenticated.commerce.showMyTransaction({ id: params.transactionId ?? '' })).data,
    )

export function InvoicePage() {
  const invoice = useLoaderData<ReturnType<typeof createInvoiceLoader>>()
  const { revalidate } = useRevalidator()
  if (!hasInvoice(invoice)) return <NoInvoice invoice={invoice} />
  return (
    <div className="invoice mx-auto max-w-[720px] px-4 py-8 print:max-w-none print:p-0">
      {/* Browsers use the title as the file name of the printed PDF. */}
      <PageHead title={invoice.invoiceId ? invoice.invoiceId.replaceAll('/', '-') : 'Invoice'} noIndex />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <ButtonLink to={paths.transactions()} variant="ghost" size="sm">
          ← Transaksi
        </ButtonLink>
        <div className="flex flex-wrap gap-2">
          {invoice.invoiceId && <ResendReceipt transactionId={invoice._id} />}
          <Button onClick={() => print()}>Cetak Invoice</Button>
        </div>
      </div>
      {invoice.status === 'pending' && <Waiting invoice={invoice} />}
      {invoice.refundTransfers.length > 0 && (
        <section
          aria-label="Pengembalian dana"
          className="mb-4 rounded-card border border-line bg-surface px-4 py-3 print:hidden"
        >
          <RefundTransfers transaction={invoice} onChanged={() => void revalidate()} />
        </section>
      )}
      <Sheet invoice={invoice} />
    </div>
  )
}

function NoInvoice({ invoice }: { invoice: Invoice }) {
  return (
    <div className="wrap grid min-h-[64dvh] place-content-center justify-items-center py-14">
      <PageHead title="Invoice" noIndex />
      <OrderStatusBadge order={invoice} />
      <EmptyState
        isPage
        title="Pesanan ini tidak punya invoice."
        text="Pesanannya batal atau kedaluwarsa sebelum dibayar, jadi tidak ada biaya yang ditarik."
      >
        <ButtonLink to={itemPath(boughtItem(invoice))}>Lihat lagi</ButtonLink>
        <ButtonLink to={paths.transactions()} variant="outline">
          Ke Transaksi
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function ResendReceipt({ transactionId }: { transactionId: string }) {
  const { authenticated } = useApi()
  const [isSending, setSending] = useState(false)

  async function send() {
    setSending(true)
    try {
      const { message } = await withLogin(() => authenticated.commerce.resendReceipt({ id: transactionId }))
      toast.success(message ?? 'Bukti pembayaran dikirim.')
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Bukti pembayaran belum bisa dikirim. Coba lagi sebentar lagi.')
    } finally {
      setSending(false)
    }
  }

  return (
    <Button variant="outline" busy={isSending} onClick={() => void send()}>
      Kirim ulang bukti
    </Button>
  )
}

/** How to pay, or to cancel. Not printed. */
function Waiting({ invoice }: { invoice: Invoice }) {
  const isChecked = standingOf(invoice) === 'proof-check'
  const { revalidate } = useRevalidator()
  return (
    <div className="mb-4 grid gap-3 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-kunyit-50 px-4 py-3 text-kunyit-ink">
        <p>
          {isChecked
            ? `${proofCheckLabel}. ${itemLabel(invoice)} terbuka otomatis setelah kami setujui.`
            : `Menunggu pembayaran. ${itemLabel(invoice)} terbuka otomatis setelah pembayaran masuk.`}
        </p>
        <div className="flex flex-wrap gap-2">
          {!isChecked && invoice.paymentUrl && (
            <a className={buttonClass({ variant: 'buy', size: 'sm' })} href={invoice.paymentUrl}>
              Pay Now
            </a>
          )}
          <CancelOrder transaction={invoice} onChanged={revalidate} />
        </div>
      </div>
      {!isChecked && <PaymentInstructions transaction={invoice} />}
    </div>
  )
}

function Sheet({ invoice }: { invoice: Invoice }) {
  return (
    <article className="rounded-card border border-line bg-surface p-[min(1.5rem,6vw)] md:p-10 print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-6 border-b border-line pb-6">
        <div>
          <Logo />
          <h1 className="mt-4 text-2xl font-extrabold">Invoice</h1>
          <p className="mt-1 font-mono">{invoice.invoiceId ?? 'Belum bernomor'}</p>
        </div>
        <OrderStatusBadge order={invoice} />
      </header>
      <Parties invoice={invoice} />
      <InvoiceLines invoice={invoice} />
      <p className="mt-6 text-sm text-ink-2">
        Terbilang: <strong>{invoice.totalInWords}</strong>
      </p>
      {invoice.stampDutyDue && (
        <p className="mt-2 text-sm text-ink-2">
          Nilai di atas {formatRupiah(stampDutyAboveIdr)}: bukti pembayaran ini terutang bea meterai.
        </p>
      )}
      <p className="mt-4 border-t border-line pt-4 text-sm break-words text-ink-3">
        {invoice.paymentMethod && `${paymentMethodLabel(invoice.paymentMethod)} · `}Nomor pesanan{' '}
        <OrderNumber number={invoice.orderId} />
      </p>
    </article>
  )
}

function Parties({ invoice }: { invoice: Invoice }) {
  const { seller, user } = invoice
  return (
    <dl className="grid gap-6 py-6 sm:grid-cols-3">
      <div>
        <dt className="text-sm text-ink-3">Penjual</dt>
        <dd className="mt-1 font-semibold">{seller.name}</dd>
        {seller.address && <dd className="text-sm text-ink-2">{seller.address}</dd>}
        {seller.email && <dd className="text-sm text-ink-2">{seller.email}</dd>}
        {seller.phone && <dd className="text-sm text-ink-2">{seller.phone}</dd>}
        {seller.taxNumber && <dd className="text-sm text-ink-2">NPWP {seller.taxNumber}</dd>}
      </div>
      <div>
        <dt className="text-sm text-ink-3">Ditagihkan kepada</dt>
        {invoice.team && <dd className="mt-1 font-semibold break-words">{invoice.team.name}</dd>}
        {invoice.team?.npwp && (
          <dd className="text-sm text-ink-2">
            NPWP <span className="whitespace-nowrap">{formatNpwp(invoice.team.npwp)}</span>
          </dd>
        )}
        <dd className={invoice.team ? 'mt-1 text-sm break-words text-ink-2' : 'mt-1 font-semibold break-words'}>
          {user.name}
        </dd>
        <dd className="text-sm break-all text-ink-2">{user.email}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-3">Tanggal terbit</dt>
        <dd className="mt-1 font-semibold">{formatDate(invoice.paidAt ?? invoice.createdAt)}</dd>
      </div>
    </dl>
  )
}
