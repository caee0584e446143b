import { Link, useLoaderData } from 'react-router'
import { paymentMethods, transactionStates } from '#contract/commerce/transactions.ts'
import { itemKindLabels, transactionStateLabels } from '#contract/commerce/labels.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import {
  exportTransactionsInput,
  listTransactionsInput,
  transactionFilterKinds,
  type SoldTransaction,
} from '#contract/commerce/orders-staff.ts'
import { TransactionStatusBadge } from '#web/commerce/transactions/transaction-status.tsx'
import { useApi } from '#web/identity/index.ts'
import { momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { ExportButton } from '#web/kit/staff/lists/download-button.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { OrderNumber } from '#web/commerce/order-number.tsx'
import { ItemLink } from './item-link.tsx'
import { UnsentRefundBadge } from './payout-states.tsx'

const pageLength = '25'
/** The page of the transaction lists them all. */
const listedLines = 5

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.sales.listTransactions({
    ...readListQuery(listTransactionsInput, request),
    limit: Number(pageLength),
  }),
)

const columns: readonly Column<SoldTransaction>[] = [
  {
    key: 'buyer',
    label: 'Pembeli',
    isName: true,
    cell: (row) => (
      <span className="min-w-0 md:block md:min-w-54">
        <Link
          to={paths.adminTransaction({ transactionId: row._id })}
          className="block font-semibold wrap-anywhere hover:underline"
        >
          {row.buyer.name}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">{row.buyer.email}</span>
      </span>
    ),
  },
  {
    key: 'item',
    label: 'Item',
    cell: (row) => (
      <span className="max-w-72 min-w-0 max-md:text-right">
        <span className="block">
          <ItemLink item={{ kind: row.kind, _id: row.itemId, title: row.item }} />
        </span>
        <LinesOf row={row} />
        <span className="block text-xs text-ink-3">
          <OrderNumber number={row.orderId} />
        </span>
        {row.invoiceId && (
          <span className="block text-xs text-ink-3">
            <OrderNumber number={row.invoiceId} />
          </span>
        )}
      </span>
    ),
  },
  momentColumn('createdAt', 'Tanggal', (row) => row.createdAt, { sort: 'createdAt', descendsFirst: true }),
  {
    key: 'amount',
    label: 'Jumlah',
    sort: 'amount',
    descendsFirst: true,
    numeric: true,
    cell: (row) => <Amount row={row} />,
  },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => (
      <span className="flex flex-wrap gap-1 max-md:justify-end">
        <TransactionStatusBadge state={row.state} />
        <UnsentRefundBadge standing={row.unsentRefund} />
      </span>
    ),
  },
]

/** Lists what is in a bundle, a path or a cart, and marks a gift. */
const LinesOf = ({ row: { lines, isGift } }: { row: SoldTransaction }) => (
  <>
    {isGift && <span className="block text-sm font-semibold text-ink-2">Hadiah</span>}
    {(lines.length > 1 || lines.some(({ bundle, path }) => bundle ?? path)) && (
      <ul className="my-1 grid gap-0.5 text-sm text-ink-3">
        {lines.slice(0, listedLines).map(({ kind, _id, title, bundle, path }) => (
          <li key={`${kind} ${_id}`} className="wrap-anywhere">
            {title}
            {bundle && ` (paket ${bundle.title})`}
            {path && ` (jalur ${path.title})`}
          </li>
        ))}
        {lines.length > listedLines && <li>dan {lines.length - listedLines} lainnya</li>}
      </ul>
    )}
  </>
)

const Amount = ({ row }: { row: SoldTransaction }) => (
  <span className="whitespace-nowrap">
    {formatRupiah(row.amount)}
    {row.refunded > 0 && row.refunded < row.amount && (
      <span className="block text-sm text-ink-3">−{formatRupiah(row.refunded)}</span>
    )}
  </span>
)

/** `created` lasts until the payment can begin, and has the label of `pending`. No order is `failed`. */
const foundStates = transactionStates.filter((state) => state !== 'created' && state !== 'failed')
const methodLabels = { card: 'Pembayaran online', transfer: 'Transfer bank', qris: 'QRIS' } as const

const options = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  return (
    <StaffPage
      title="Transaksi"
      lead="Semua pembelian kelas, e-book, dan paket, beserta pembayarannya. Daftar dan berkas CSV menurut hari pesanan dibuat; dana yang dikembalikan punya kolom dan hari sendiri di CSV. PPN per bulan untuk laporan pajak ada di Penghasilan."
      actions={<ExportButton input={exportTransactionsInput} load={authenticated.sales.exportTransactions} />}
    >
      <StaffList
        caption="Daftar transaksi"
        columns={columns}
        rows={rows}
        meta={meta}
        defaultSort="-createdAt"
        countWord="transaksi"
        search="Cari pembeli, isi, paket, kode, jumlah, invoice, atau pesanan"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: options(foundStates, transactionStateLabels),
          },
          {
            name: 'kind',
            label: 'Jenis',
            all: 'Semua jenis',
            options: options(transactionFilterKinds, { ...itemKindLabels, gift: 'Hadiah' }),
          },
          { name: 'method', label: 'Metode', all: 'Semua metode', options: options(paymentMethods, methodLabels) },
          'days',
        ]}
        empty={{ title: 'Belum ada transaksi.', text: 'Pembelian pertama tampil di sini begitu dimulai.' }}
      />
    </StaffPage>
  )
}
