import { useState, type ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { refundStandingOf } from '#contract/commerce/order-standing.ts'
import { paymentAlertLabels, paymentMethodLabel, refundReasonLabel } from '#contract/commerce/labels.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { TransactionDetail } from '#contract/commerce/orders-staff.ts'
import { boughtItem, hasInvoice, itemLabel } from '#web/commerce/item-paths.ts'
import { TransactionStatusBadge } from '#web/commerce/transactions/transaction-status.tsx'
import { useAction, useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { formatRupiah } from '#contract/kit/money.ts'
import { Figure } from '#web/kit/ui/figure.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { OrderNumber } from '#web/commerce/order-number.tsx'
import { ItemLink } from './item-link.tsx'
import { PayoutProofButton } from '#web/commerce/transactions/refund-transfers.tsx'
import { PayoutStateCell, UnsentRefundBadge } from './payout-states.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderNotes } from './order-notes.tsx'
import { LedgerOfOrder } from './ledger-table.tsx'
import { outcomeLabel, providerStatusLabel, providerValues } from './provider-labels.ts'
import { RefundDialog } from './refund-dialog.tsx'

export const createLoader = staffLoader(async (api, { params }) => {
  const { sales, orderNotes } = api.authenticated
  const id = params['transactionId'] ?? ''
  const [transaction, notes] = await Promise.all([sales.showTransaction({ id }), orderNotes.listOrderNotes({ id })])
  return { transaction: transaction.data, notes: notes.data }
})

export function Page() {
  const { transaction, notes } = useLoaderData<ReturnType<typeof createLoader>>()
  const [isRefunding, setRefunding] = useState(false)
  const [isAccepting, setAccepting] = useState(false)
  const isHeld = transaction.state === 'review'
  const refundableIdr = isHeld || transaction.status === 'success' ? transaction.total - transaction.refunded : 0
  return (
    <StaffPage
      title={transaction.invoiceId ?? 'Transaksi'}
      lead={`${itemLabel(transaction)} ${boughtItem(transaction).title} untuk ${transaction.user.name}`}
      back={{ to: paths.adminTransactions(), label: 'Transaksi' }}
      actions={
        <>
          <RefreshButton id={transaction._id} />
          {hasInvoice(transaction) && (
            <ButtonLink variant="outline" to={paths.invoice({ transactionId: transaction._id })}>
              Invoice
            </ButtonLink>
          )}
          {isHeld && <Button onClick={() => setAccepting(true)}>Terima pembayaran</Button>}
          {refundableIdr > 0 && (
            <Button variant="danger" onClick={() => setRefunding(true)}>
              Kembalikan dana
            </Button>
          )}
        </>
      }
    >
      {transaction.alert && (
        <p role="status" className="mb-6 rounded-field bg-kunyit-50 px-4 py-3 font-semibold text-kunyit-ink">
          {paymentAlertLabels[transaction.alert]}.
          {isHeld && ' Pembeli menunggu: terima pembayarannya, atau kembalikan dananya.'}
        </p>
      )}
      <Facts transaction={transaction} />
      <Section title="Isi pesanan" empty="Tidak ada." isEmpty={transaction.items.length === 0}>
        <OrderLines transaction={transaction} />
      </Section>
      <OrderNotes transaction={transaction} notes={notes} />
      <Section
        title="Pembukuan"
        empty="Belum ada yang dibukukan: dana belum masuk."
        isEmpty={transaction.ledger.length === 0}
      >
        <LedgerOfOrder entries={transaction.ledger} caption="Pembukuan transaksi ini" />
      </Section>
      <Section title="Pengembalian dana" empty="Tidak ada." isEmpty={transaction.refunds.length === 0}>
        <ul className="grid gap-3">
          {transaction.refunds.map((refund) => (
            <li
              key={refund.key}
              className="flex flex-wrap items-baseline justify-between gap-3 rounded-card border border-line bg-surface p-4"
            >
              <span className="min-w-0 wrap-anywhere">
                <strong>
                  <Figure text={formatRupiah(refund.amount)} />
                </strong>{' '}
                · {refundReasonLabel(refund.reason)}
              </span>
              <span className="flex items-center gap-3 text-sm text-ink-3">
                {formatShortDateTime(refund.createdAt)}
                <RefundBadge state={refund.state} isByHand={transaction.method !== 'card'} />
              </span>
            </li>
          ))}
        </ul>
        <RefundSendings transaction={transaction} />
      </Section>
      {transaction.method === 'card' && <Reports transaction={transaction} />}
      {isAccepting && <AcceptDialog transaction={transaction} onClose={() => setAccepting(false)} />}
      {isRefunding && (
        <RefundDialog transaction={transaction} refundableIdr={refundableIdr} onClose={() => setRefunding(false)} />
      )}
    </StaffPage>
  )
}

/** Refunds that an admin sends by hand, or has sent. */
function RefundSendings({ transaction: { refundTransfers } }: { transaction: TransactionDetail }) {
  if (refundTransfers.length === 0) return null
  return (
    <div className="mt-4">
      <h3 className="mb-2 font-semibold">Dikirim sendiri</h3>
      <ul className="grid gap-2">
        {refundTransfers.map(({ _id, amount, account, state, reference, hasProof }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <Figure text={formatRupiah(amount)} /> ke {account ?? 'rekening yang belum diisi pembeli'}
            </span>
            <span className="flex flex-wrap items-center gap-2">
              {hasProof && <PayoutProofButton payoutId={_id} amountIdr={amount} />}
              <PayoutStateCell state={state} reference={reference} />
            </span>
          </li>
        ))}
      </ul>
      <ButtonLink variant="outline" size="sm" className="mt-3" to={`${staffPaths.payouts()}?kind=refund`}>
        Buka Pencairan
      </ButtonLink>
    </div>
  )
}

const Reports = ({ transaction }: { transaction: TransactionDetail }) => (
  <Section
    title="Laporan dari penyedia pembayaran"
    empty="Belum ada laporan."
    isEmpty={transaction.events.length === 0}
  >
    <p className="mb-3 text-sm text-ink-3">
      Laporan hanya memicu pemeriksaan. Yang berlaku adalah status yang dibaca langsung dari penyedia.
    </p>
    <ol className="grid gap-2">
      {transaction.events.map((event) => (
        <Event key={event._id} event={event} />
      ))}
    </ol>
  </Section>
)

function RefreshButton({ id }: { id: string }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'refresh'>(describeFailure)
  const refresh = () =>
    run('refresh', async () => {
      await authenticated.sales.refreshTransaction({ id })
      toast.success('Status diperiksa baru saja.')
      await revalidate()
    })
  return (
    <Button variant="outline" busy={busy !== null} onClick={() => void refresh()}>
      Cek status
    </Button>
  )
}

function Facts({ transaction }: { transaction: TransactionDetail }) {
  const item = boughtItem(transaction)
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-5 md:p-7">
      <Fact label="Status">
        <span className="flex flex-wrap gap-1">
          <TransactionStatusBadge state={transaction.state} />
          <UnsentRefundBadge standing={refundStandingOf(transaction)} />
        </span>
      </Fact>
      <Fact label="Total">
        <strong>
          <Figure text={formatRupiah(transaction.total)} />
        </strong>
        {transaction.promoCode && ` dengan kode ${transaction.promoCode}`}
      </Fact>
      <Fact label="Pembeli">
        {transaction.buyerId ? (
          <Link to={paths.adminStudent({ studentId: transaction.buyerId })} className="hover:underline">
            {transaction.user.name}
          </Link>
        ) : (
          transaction.user.name
        )}
        <span className="block text-sm text-ink-3">{transaction.user.email}</span>
      </Fact>
      <Fact label={itemLabel(transaction)}>
        <ItemLink item={item} />
      </Fact>
      <Fact label="Dibuat">{formatShortDateTime(transaction.createdAt)}</Fact>
      <Fact label="Dibayar">{transaction.paidAt ? formatShortDateTime(transaction.paidAt) : '–'}</Fact>
      <Fact label="Nomor pesanan">
        <OrderNumber number={transaction.orderId} />
      </Fact>
      <Fact label="Metode">{transaction.paymentMethod ? paymentMethodLabel(transaction.paymentMethod) : '–'}</Fact>
      {transaction.method === 'card' && (
        <Fact label="Status di penyedia">
          <Reported {...transaction.provider} />
          {transaction.provider.verifiedAt && (
            <span className="block text-sm text-ink-3">
              Dibaca {formatShortDateTime(transaction.provider.verifiedAt)}
            </span>
          )}
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm font-semibold text-ink-3">{label}</dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
)

type SectionProps = { title: string; empty: string; isEmpty: boolean; children: ReactNode }

const Section = ({ title, empty, isEmpty, children }: SectionProps) => (
  <section aria-label={title} className="mt-8">
    <h2 className="mb-3 text-xl font-bold">{title}</h2>
    {isEmpty ? <p className="rounded-card border border-line bg-surface p-5 text-ink-2">{empty}</p> : children}
  </section>
)

type RefundBadgeProps = { state: TransactionDetail['refunds'][number]['state']; isByHand: boolean }

/** Calls a refund by hand recorded, because sending it has states of its own. */
function RefundBadge({ state, isByHand }: RefundBadgeProps) {
  if (state === 'done') return isByHand ? <Badge tone="neutral">Dicatat</Badge> : <Badge tone="success">Selesai</Badge>
  return state === 'due' ? <Badge tone="promo">Sedang berjalan</Badge> : <Badge tone="danger">Ditolak penyedia</Badge>
}

/** The provider status, with the provider's own values in small print for its support. */
const Reported = (reported: { status: string | null; fraud: string | null }) => (
  <>
    {providerStatusLabel(reported) ?? '–'}{' '}
    <code className="text-xs font-normal text-ink-3">{providerValues(reported)}</code>
  </>
)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const Event = ({ event }: { event: TransactionDetail['events'][number] }) => (
  <li className="rounded-card border border-line bg-surface">
    <details>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
        <span className="font-semibold">
          <Reported status={textOf(event.body['transaction_status'])} fraud={textOf(event.body['fraud_status'])} />
        </span>
        <span className="text-sm text-ink-3">
          {formatShortDateTime(event.receivedAt)} ·{' '}
          {event.processedAt ? outcomeLabel(event.verdict) : 'menunggu diproses'}
        </span>
      </summary>
      <pre className="overflow-x-auto border-t border-line px-4 py-3 text-xs">
        {JSON.stringify(event.body, null, 2)}
      </pre>
    </details>
  </li>
)
