/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Browsers drop the table roles when CSS lays the table out as cards. */
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { maximumListedTransactions } from '#contract/commerce/commerce.ts'
import { standingOf } from '#contract/commerce/order-standing.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, requireStudentArea, useApi, withLogin, type Api } from '#web/identity/index.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { Button, buttonClass, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { formatShortDate } from '#contract/kit/days.ts'
import { CancelOrder } from '#web/commerce/checkout/cancel-order.tsx'
import { boughtItem, hasInvoice, itemPath, waitingPath } from '#web/commerce/item-paths.ts'
import { GiftState } from './gift-state.tsx'
import { PaymentInstructions } from '#web/commerce/checkout/payment-instructions.tsx'
import { AskRefund, RefundRequestState } from './ask-refund.tsx'
import { RefundTransfers } from './refund-transfers.tsx'
import { OrderStatusBadge } from './transaction-status.tsx'

export const createTransactionsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireStudentArea }, async () => {
      const before = new URL(request.url).searchParams.get('before')
      return (await api.authenticated.commerce.listMyTransactions(before ? { before } : {})).data
    })

export function TransactionsPage() {
  const transactions = useLoaderData<ReturnType<typeof createTransactionsLoader>>()
  return (
    <>
      <PageHead title="Transaksi" noIndex />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-extrabold">Transaksi</h1>
        <ButtonLink to={paths.teams()} variant="outline" size="sm">
          Kursi tim
        </ButtonLink>
      </div>
      <Totals transactions={transactions} />
      {transactions.length === 0 ? (
        <EmptyState
          title="Belum ada transaksi."
          text="Kelas dan e-book yang dibeli, beserta invoicenya, tampil di sini."
        >
          <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Waiting transactions={transactions} />
          <TransactionTable transactions={transactions} />
          {transactions.length === maximumListedTransactions && (
            <ButtonLink variant="outline" className="mt-4" to={`?before=${transactions.at(-1)?._id}`}>
              Transaksi yang lebih lama
            </ButtonLink>
          )}
          {transactions.some(({ status }) => status === 'success') && (
            <p className="mt-6 text-sm text-ink-2">
              Ternyata tidak cocok?{' '}
              <Link to={paths.refunds()} className="font-semibold underline">
                Cara meminta pengembalian dana
              </Link>
            </p>
          )}
        </>
      )}
    </>
  )
}

function Totals({ transactions }: { transactions: Transaction[] }) {
  const count = (status: Transaction['status']) =>
    transactions.filter((transaction) => transaction.status === status).length
  const paid = transactions
    .filter((transaction) => transaction.status === 'success')
    .reduce((sum, transaction) => sum + transaction.amount, 0)
  const tiles = [
    { label: 'Total transaksi', value: String(transactions.length) },
    { label: 'Berhasil', value: String(count('success')) },
    { label: 'Menunggu', value: String(count('pending')) },
    { label: 'Total dibayar', value: formatRupiah(paid) },
  ]
  return (
    <dl className="my-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
      {tiles.map(({ label, value }) => (
        <div key={label} className="rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-ink-3">{label}</dt>
          <dd className="mt-1 text-[min(1.125rem,8vw)] font-extrabold whitespace-nowrap tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How to pay the transactions whose payer has chosen a method of paying later. */
function Waiting({ transactions }: { transactions: Transaction[] }) {
  const waiting = transactions.filter((each) => each.instructions !== null && standingOf(each) === 'payment')
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="cara-bayar" className="mb-6">
      <h2 id="cara-bayar" className="mb-3 text-lg font-bold">
        Cara bayar
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {waiting.map((transaction) => (
          <li key={transaction._id} className="grid content-start gap-2">
            <p className="font-semibold text-balance">{boughtItem(transaction).title}</p>
            <PaymentInstructions transaction={transaction} />
            {transaction.transfer && (
              <ButtonLink variant="outline" to={waitingPath(transaction._id)}>
                Kirim bukti transfer
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A table where it has room, else cards: the same markup, styled by CSS. */
function TransactionTable({ transactions }: { transactions: Transaction[] }) {
  return (
    <div className="@container">
      <table role="table" className="w-full border-separate border-spacing-0 @max-[41rem]:block">
        <caption className="sr-only">Daftar transaksi, terbaru di atas</caption>
        <thead role="rowgroup" className="@max-[41rem]:sr-only">
          <tr role="row" className="text-left text-sm text-ink-3">
            {['Invoice', 'Isi', 'Tanggal', 'Jumlah', 'Status', 'Aksi'].map((heading) => (
              <th
                key={heading}
                role="columnheader"
                scope="col"
                className="border-b border-line px-2 py-2 font-semibold"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-[41rem]:grid @max-[41rem]:grid-cols-1 @max-[41rem]:gap-3">
          {transactions.map((transaction) => (
            <Row key={transaction._id} transaction={transaction} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell =
  '@max-[41rem]:block @max-[41rem]:border-0 @max-[41rem]:px-0 @max-[41rem]:py-0.5 border-b border-line px-2 py-3 align-middle'

function Row({ transaction }: { transaction: Transaction }) {
  const { revalidate } = useRevalidator()
  const item = boughtItem(transaction)
  const standing = standingOf(transaction)
  return (
    <tr
      role="row"
      className="@max-[41rem]:block @max-[41rem]:rounded-card @max-[41rem]:border @max-[41rem]:border-line @max-[41rem]:bg-surface @max-[41rem]:p-4"
    >
      <td
        role="cell"
        className={`${cell} font-mono text-sm wrap-anywhere @min-[41rem]:whitespace-nowrap ${transaction.invoiceId ? '' : '@max-[41rem]:hidden'}`}
      >
        {transaction.invoiceId ?? '–'}
      </td>
      <td role="cell" className={`${cell} font-semibold @min-[41rem]:min-w-36`}>
        <Link className="hover:underline" to={itemPath(item)}>
          {item.title}
        </Link>
        <GiftState transaction={transaction} onChanged={() => void revalidate()} />
        <RefundRequestState transaction={transaction} />
        <RefundTransfers transaction={transaction} onChanged={() => void revalidate()} />
      </td>
      <td role="cell" className={`${cell} text-sm whitespace-nowrap text-ink-2`}>
        {formatShortDate(transaction.createdAt)}
      </td>
      <td role="cell" className={cell}>
        <Amount idr={transaction.amount} />
      </td>
      <td role="cell" className={cell}>
        <OrderStatusBadge order={transaction} />
      </td>
      <td role="cell" className={`${cell} @max-[41rem]:pt-3 @min-[41rem]:min-w-44`}>
        {/* Each row is filled, however many fit. */}
        <div className="flex flex-wrap gap-2 *:grow">
          {standing === 'proof-check' && (
            <ButtonLink variant="outline" size="sm" to={waitingPath(transaction._id)}>
              Lihat status bukti
            </ButtonLink>
          )}
          {standing === 'payment' && transaction.paymentUrl && (
            <a className={buttonClass({ variant: 'buy', size: 'sm' })} href={transaction.paymentUrl}>
              Pay Now
            </a>
          )}
          {standing === 'payment' && <RefreshButton transaction={transaction} />}
          <CancelOrder transaction={transaction} onChanged={revalidate} />
          {hasInvoice(transaction) && (
            <ButtonLink
              to={paths.invoice({ transactionId: transaction._id })}
              variant="outline"
              size="sm"
              aria-label={`Invoice ${item.title}`}
            >
              Invoice
            </ButtonLink>
          )}
          {transaction.canAskRefund && <AskRefund transaction={transaction} onAsked={() => void revalidate()} />}
        </div>
      </td>
    </tr>
  )
}

function RefreshButton({ transaction }: { transaction: Transaction }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isRefreshing, setRefreshing] = useState(false)

  async function refresh() {
    setRefreshing(true)
    try {
      const { data } = await withLogin(() => authenticated.commerce.refreshMyTransaction({ id: transaction._id }))
      if (data.status === 'success') toast.success('Pembayaran sudah masuk. Selamat belajar!')
      else if (data.status === 'pending') toast.info('Pembayaran belum masuk. Status diperiksa baru saja.')
      await revalidate()
    } catch {
      toast.error('Status belum bisa diperiksa. Coba lagi sebentar lagi.')
    } finally {
      setRefreshing(false)
    }
  }

  return (
    <Button variant="ghost" size="sm" busy={isRefreshing} onClick={() => void refresh()}>
      Cek status
    </Button>
  )
}
