import { refundStandingOf } from '#contract/commerce/order-standing.ts'
import type { TransactionDetail } from '#contract/commerce/orders-staff.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { lineState } from '#web/commerce/transactions/line-state.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Figure } from '#web/kit/ui/figure.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { ItemLink } from './item-link.tsx'

type Line = TransactionDetail['items'][number]

const money = (idr: number) => <Figure text={formatRupiah(idr)} />
const less = (idr: number) => (idr === 0 ? '–' : <Figure text={`−${formatRupiah(idr)}`} />)

/** True when nothing of what was refunded by hand has gone out yet. Once some has, nobody knows of which line it was. */
const isUnsent = (transaction: TransactionDetail): boolean =>
  refundStandingOf(transaction) !== null && transaction.refundTransfers.every(({ state }) => state !== 'sent')

const columnsOf = (transaction: TransactionDetail): readonly Column<Line>[] => [
  {
    key: 'what',
    label: 'Item',
    isName: true,
    cell: (line) => (
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold wrap-anywhere">
          <ItemLink item={line} />
        </span>
        {line.bundle && <span className="block text-sm wrap-anywhere text-ink-3">Dari paket {line.bundle.title}</span>}
        {line.path && <span className="block text-sm wrap-anywhere text-ink-3">Dari jalur {line.path.title}</span>}
      </span>
    ),
  },
  { key: 'price', label: 'Harga', numeric: true, cell: (line) => money(line.price) },
  { key: 'discount', label: 'Diskon', numeric: true, cell: (line) => less(line.discount) },
  ...(transaction.promoCode
    ? [
        {
          key: 'promo',
          label: `Kode ${transaction.promoCode}`,
          numeric: true,
          cell: (line: Line) => less(line.promoDiscount),
        },
      ]
    : []),
  {
    key: 'amount',
    label: 'Jumlah',
    numeric: true,
    cell: (line) => (
      <span className="min-w-0 text-right wrap-anywhere">
        <strong>{money(line.amount)}</strong>
        {line.uniqueCode > 0 && (
          <span className="block text-sm text-ink-3">dengan kode unik {money(line.uniqueCode)}</span>
        )}
      </span>
    ),
  },
  {
    key: 'state',
    label: 'Status',
    cell: (line) => {
      const { label, tone } = lineState(transaction, line)
      return (
        <span className="max-md:text-right">
          <Badge tone={tone}>{label}</Badge>
          {line.refunded > 0 && (
            <span className="block text-sm text-ink-3">
              {less(line.refunded)}
              {isUnsent(transaction) && ', belum dikirim'}
            </span>
          )}
        </span>
      )
    },
  },
]

/** Bought items, each with its prices and its state. */
export const OrderLines = ({ transaction }: { transaction: TransactionDetail }) => (
  <StaffTable
    caption="Isi pesanan ini"
    columns={columnsOf(transaction)}
    rows={transaction.items}
    keyOf={({ lineId }) => lineId}
  />
)
