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

const sums = [
  { label: 'Bagian dari harga', of: ({ gross }: StatementEntry) => gross },
  { label: 'Biaya penyedia', of: ({ providerFee }: StatementEntry) => providerFee },
  { label: 'Pajak', of: ({ tax }: StatementEntry) => tax },
  { label: 'Platform', of: ({ platform }: StatementEntry) => platform },
  { label: 'Instruktur', of: ({ instructor }: StatementEntry) => instructor },
]

/** All entries of one order: what belongs to one item stands together, and below is what is left of it all. */
export function LedgerOfOrder({ entries, caption }: { entries: readonly StatementEntry[]; caption: string }) {
  const byItem = [...Map.groupBy(entries, ({ item }) => item).values()].flat()
  return (
    <>
      <LedgerTable entries={byItem} caption={caption} />
      {entries.length > 1 && (
        <>
          <h3 className="mt-4 mb-2 font-semibold">Jumlah</h3>
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 rounded-card border border-line bg-surface p-4">
            {sums.map(({ label, of }) => (
              <div key={label}>
                <dt className="text-sm text-ink-3">{label}</dt>
                <dd className="font-bold">{money(entries.reduce((sum, entry) => sum + of(entry), 0))}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

/** Ledger entries: the amount paid and how it is split. */
export const LedgerTable = ({ entries, caption }: { entries: readonly StatementEntry[]; caption: string }) => (
  <StaffTable
    caption={caption}
    columns={columns}
    rows={entries}
    keyOf={(entry) => `${entry.bookedAt} ${entry.event} ${entry.invoiceId} ${entry.gross}`}
  />
)
