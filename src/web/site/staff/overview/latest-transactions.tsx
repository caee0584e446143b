import { Link } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import type { Overview } from '#contract/site/overview.ts'
import { paths } from '#contract/kit/paths.ts'
import { TransactionStatusBadge } from '#web/commerce/transactions/transaction-status.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'

type Row = Overview['latestTransactions'][number]

const columns = (isAdmin: boolean): Column<Row>[] => [
  {
    key: 'item',
    label: 'Item',
    isName: true,
    cell: ({ _id, item }) =>
      isAdmin ? (
        <Link
          to={paths.adminTransaction({ transactionId: _id })}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {item}
        </Link>
      ) : (
        <span className="font-semibold wrap-anywhere">{item}</span>
      ),
  },
  { key: 'buyer', label: 'Pembeli', cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span> },
  {
    key: 'amount',
    label: 'Jumlah',
    numeric: true,
    cell: ({ amount }) => <span className="whitespace-nowrap">{formatRupiah(amount)}</span>,
  },
  { key: 'status', label: 'Status', cell: ({ state }) => <TransactionStatusBadge state={state} /> },
  {
    key: 'createdAt',
    label: 'Waktu',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDateTime(createdAt)}</time>,
  },
]

export function LatestTransactions({ rows, isAdmin }: { rows: readonly Row[]; isAdmin: boolean }) {
  return (
    <section aria-labelledby="transaksi-terbaru" className="mt-10">
      <h2 id="transaksi-terbaru" className="mb-4 text-xl font-bold">
        Transaksi terbaru
      </h2>
      {rows.length > 0 ? (
        <StaffTable caption="Transaksi terbaru" columns={columns(isAdmin)} rows={rows} keyOf={({ _id }) => _id} />
      ) : (
        <p className="text-ink-2">Belum ada transaksi.</p>
      )}
    </section>
  )
}
