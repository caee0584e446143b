import { formatShortDateTime } from '#contract/kit/days.ts'
import type { StatementEntry } from '#contract/commerce/orders-staff.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { Figure } from '#web/kit/ui/figure.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'

const eventName = {
  sale: 'Penjualan',
  refund: 'Pengembalian dana',
  chargeback: 'Ditarik bank',
  reversal: 'Dibatalkan bank',
} as const

const money = (amountIdr: number) => <Figure text={formatRupiah(amountIdr)} />

const columns: readonly Column<StatementEntry>[] = [
  {
    key: 'what',
    label: 'Item',
    isName: true,
    cell: (entry) => (
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{entry.item}</span>
        <span className="block text-sm text-ink-3">
          {eventName[entry.event]} · {formatShortDateTime(entry.bookedAt)}
        </span>
        {entry.price !== null && (
          <span className="block text-sm text-ink-3">
            Harga {money(entry.price)}
            {entry.sharePercent !== null && ` · bagian ${entry.sharePercent} %`}
          </span>
        )}
        <span className="block font-mono text-xs text-ink-3">{entry.invoiceId}</span>
      </span>
    ),
  },
  { key: 'gross', label: 'Bagian dari harga', numeric: true, cell: (entry) => money(entry.gross) },
  { key: 'fee', label: 'Biaya penyedia', numeric: true, cell: (entry) => money(entry.providerFee) },
  { key: 'tax', label: 'Pajak', numeric: true, cell: (entry) => money(entry.tax) },
  { key: 'platform', label: 'Platform', numeric: true, cell: (entry) => money(entry.platform) },
  {
    key: 'instructor',
    label: 'Instruktur',
    numeric: true,
    cell: (entry) => (
      <span className="text-right">
        {money(entry.instructor)}
        {entry.instructorName && <span className="block text-sm text-ink-3">{entry.instructorName}</span>}
      </span>
    ),
  },
]

/** Ledger entries: the amount paid and how it is split. */
export const LedgerTable = ({ entries, caption }: { entries: readonly StatementEntry[]; caption: string }) => (
  <StaffTable
    caption={caption}
    columns={columns}
    rows={entries}
    keyOf={(entry) => `${entry.bookedAt} ${entry.event} ${entry.invoiceId} ${entry.gross}`}
  />
)
