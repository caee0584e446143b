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
import { Amount } from '#web/catalog/amount.tsx'
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
import { refundedLabel, RefundTransfers } from './refund-transfers.tsx'
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
      <Lines invoice={invoice} />
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

function SmallLine({ label, text }: { label: string; text: string }) {
  return (
    <tr className="text-sm text-ink-2">
      <th scope="row" className="py-1 text-left font-normal">
        {label}
      </th>
      <td className="py-1 pl-4 text-right whitespace-nowrap tabular-nums">{text}</td>
    </tr>
  )
}

/** Shows what was paid and refunded for one item of several, and its bundle or path. The items are the first lines of an invoice. */
function LinePaid({ invoice, item }: { invoice: Invoice; item: Invoice['items'][number] | undefined }) {
  if (!item || (invoice.items.length === 1 && !item.bundle && !item.path)) return null
  const code = item.uniqueCode > 0 ? `, termasuk kode unik ${formatRupiah(item.uniqueCode)}` : ''
  return (
    <span className="mt-0.5 block text-sm text-ink-2">
      {item.bundle && <span className="block">Dari paket {item.bundle.title}</span>}
      {item.path && <span className="block">Dari jalur {item.path.title}</span>}
      {invoice.invoiceId ? 'Dibayar' : 'Yang dibayar'} {formatRupiah(item.amount)}
      {code}
      {item.refunded > 0 && <span className="block">Dikembalikan {formatRupiah(item.refunded)}</span>}
    </span>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  // Enlarged amounts grow as long as they fit beside what they are for.
  const number = 'py-3 text-right text-[min(1em,5.5vw)] whitespace-nowrap pl-[min(1rem,3vw)]'
  return (
    <table className="w-full border-t border-line">
      <caption className="sr-only">Rincian invoice</caption>
      <thead>
        <tr className="text-left text-sm text-ink-3">
          <th scope="col" className="py-3 font-semibold">
            {itemLabel(invoice)}
          </th>
          <th scope="col" className={`${number} font-semibold`}>
            Jumlah
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, index) => (
          <tr key={line.description} className="break-inside-avoid border-t border-line">
            <td className="py-3 wrap-anywhere">
              {line.description} {line.amount === 0 && <span className="ml-1 text-sm text-ink-3">Bonus gratis</span>}
              <LinePaid invoice={invoice} item={invoice.items[index]} />
            </td>
            <td className={number}>
              <Amount idr={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {invoice.discount > 0 && (
          <tr className="border-t border-line">
            <th scope="row" className="py-3 text-left font-normal text-ink-2">
              Diskon
            </th>
            <td className={number}>
              −<Amount idr={invoice.discount} />
            </td>
          </tr>
        )}
        {invoice.promoDiscount > 0 && (
          <tr className="border-t border-line">
            <th scope="row" className="py-3 text-left font-normal text-ink-2">
              Kode promo {invoice.promoCode}
            </th>
            <td className={number}>
              −<Amount idr={invoice.promoDiscount} />
            </td>
          </tr>
        )}
        <tr className="border-t-2 border-ink">
          <th scope="row" className="py-3 text-left text-[min(1.125rem,7vw)]">
            Total
          </th>
          <td className={`${number} text-[min(1.125rem,5.5vw)]! font-extrabold`}>
            <Amount idr={invoice.total} />
          </td>
        </tr>
        {invoice.providerFee > 0 && (
          <>
            <SmallLine label="Biaya layanan, dipungut penyedia pembayaran" text={formatRupiah(invoice.providerFee)} />
            <SmallLine label="Dibayar seluruhnya" text={formatRupiah(invoice.total + invoice.providerFee)} />
          </>
        )}
        {invoice.tax > 0 && (
          <>
            <SmallLine label="Termasuk: dasar pengenaan pajak (DPP)" text={formatRupiah(invoice.taxBase)} />
            <SmallLine label="Termasuk: PPN" text={formatRupiah(invoice.tax)} />
          </>
        )}
        {invoice.refunded > 0 && (
          <SmallLine label={refundedLabel(invoice)} text={`−${formatRupiah(invoice.refunded)}`} />
        )}
      </tfoot>
    </table>
  )
}
