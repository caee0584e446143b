import Printer from 'lucide-react/icons/printer'
import { useLoaderData } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatCount, formatRupiah } from '#contract/kit/money.ts'
import { earningsInput, type Earnings, type StatementBalance } from '#contract/commerce/orders-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StatTile, StatTiles } from '#web/kit/staff/stat-tile.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { useListUrl } from '#web/kit/staff/lists/use-list-url.ts'
import { Figure } from '#web/kit/ui/figure.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'
import { commerceText } from '#web/commerce/text.ts'
import { LedgerTable } from './ledger-table.tsx'

export const createLoader = staffLoader(async (api, { request, session: { role } }) => ({
  isAdmin: role === 'admin',
  earnings: (await api.authenticated.sales.showEarnings(readListQuery(earningsInput, request))).data,
}))

const monthName = new Intl.DateTimeFormat('id-ID', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`))

/** The statement of a month: of the instructor, or of all instructors for an admin. It prints without the page frame. */
export function Page() {
  const { earnings, isAdmin } = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title={`Penghasilan ${nameOf(earnings.month)}`}
      lead={
        isAdmin
          ? 'Dana yang masuk dan pembagiannya, menurut pembukuan.'
          : 'Bagianmu dari setiap penjualan kelasmu, setelah biaya penyedia pembayaran dan pajak.'
      }
      actions={<Actions earnings={earnings} />}
    >
      <Choices earnings={earnings} isAdmin={isAdmin} />
      <Totals earnings={earnings} isAdmin={isAdmin} />
      <p className="mt-3 text-sm text-ink-3">{commerceText.refundDayRule}</p>
      {earnings.taxed && <TaxOfMonth taxed={earnings.taxed} />}
      {earnings.balance && <BalanceOfMonth balance={earnings.balance} />}
      <section className="mt-8">
        <h2 className="mb-3 text-xl font-bold">Rincian</h2>
        {earnings.entries.length > 0 ? (
          <LedgerTable entries={earnings.entries} caption={`Rincian ${nameOf(earnings.month)}`} />
        ) : (
          <EmptyState
            title="Belum ada penjualan di bulan ini."
            text="Setiap pembayaran yang masuk langsung tercatat di sini."
          />
        )}
        {earnings.hasMore && (
          <p className="mt-3 text-sm text-ink-3">Hanya entri terbaru yang tampil. Jumlah di atas mencakup semuanya.</p>
        )}
      </section>
    </StaffPage>
  )
}

function Actions({ earnings }: { earnings: Earnings }) {
  const { authenticated } = useApi()
  const listUrl = useListUrl()
  const instructorId = listUrl.valueOf('instructorId')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <DownloadButton
        load={async () =>
          (
            await authenticated.sales.exportEarnings({
              month: earnings.month,
              ...(instructorId ? { instructorId } : {}),
            })
          ).body
        }
      >
        Unduh CSV
      </DownloadButton>
      <Button variant="outline" onClick={() => print()}>
        <Printer aria-hidden className="size-4.5" />
        Cetak
      </Button>
    </div>
  )
}

function Choices({ earnings, isAdmin }: { earnings: Earnings; isAdmin: boolean }) {
  const listUrl = useListUrl()
  const chosen = listUrl.valueOf('instructorId')
  const months = [...new Set([earnings.month, ...earnings.months])].toSorted().toReversed()
  return (
    <div className="mb-5 grid items-end gap-3 sm:flex print:hidden">
      <SelectField
        label="Bulan"
        value={earnings.month}
        onChange={(event) => listUrl.apply({ month: event.currentTarget.value })}
        className="sm:w-56"
      >
        {months.map((month) => (
          <option key={month} value={month}>
            {nameOf(month)}
          </option>
        ))}
      </SelectField>
      {isAdmin && (
        <SelectField
          label="Instruktur"
          value={chosen}
          onChange={(event) => listUrl.apply({ instructorId: event.currentTarget.value })}
          className="sm:w-64"
        >
          <option value="">Semua</option>
          {chosen && !earnings.instructors.some(({ _id }) => _id === chosen) && (
            <option value={chosen}>Tanpa penjualan bulan ini</option>
          )}
          {earnings.instructors.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

const taxColumns: readonly Column<{ label: string; base: number; tax: number }>[] = [
  { key: 'label', label: 'Jenis', isName: true, cell: (row) => <span className="font-semibold">{row.label}</span> },
  { key: 'base', label: 'DPP', numeric: true, cell: (row) => <Figure text={formatRupiah(row.base)} /> },
  { key: 'tax', label: 'PPN', numeric: true, cell: (row) => <Figure text={formatRupiah(row.tax)} /> },
]

/** The owner's figures for the tax office. */
function TaxOfMonth({ taxed: { sold, returned } }: { taxed: NonNullable<Earnings['taxed']> }) {
  const rows = [
    { label: 'Penjualan', ...sold },
    { label: 'Dana dikembalikan', base: -returned.base, tax: -returned.tax },
    { label: 'Untuk dilaporkan', base: sold.base - returned.base, tax: sold.tax - returned.tax },
  ]
  return (
    <section aria-labelledby="ppn" className="mt-8 max-w-2xl">
      <h2 id="ppn" className="text-xl font-bold">
        PPN bulan ini
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">
        Untuk laporan pajak: penjualan bulan ini dikurangi dana yang dikembalikan bulan ini, juga dari penjualan bulan
        sebelumnya. DPP adalah harga tanpa PPN, seperti di invoice. Rinciannya ada di kolom Termasuk DPP dan Pajak
        berkas CSV halaman ini; CSV di Transaksi menyebut PPN sebelum pengembalian.
      </p>
      <StaffTable caption="PPN bulan ini" columns={taxColumns} rows={rows} keyOf={(row) => row.label} />
    </section>
  )
}

/** How the balance of the month before became that of this one. */
function BalanceOfMonth({
  balance: { openingIdr, earnedIdr, paidOutIdr, closingIdr, payouts },
}: {
  balance: StatementBalance
}) {
  const lines = [
    { key: 'opening', label: 'Saldo awal', amountIdr: openingIdr },
    { key: 'earned', label: 'Bagian bulan ini', amountIdr: earnedIdr },
    ...payouts.map(({ event, amountIdr, bookedAt, reference }) => ({
      key: `${event} ${bookedAt}`,
      label: `${event === 'requested' ? 'Pencairan' : 'Pencairan kembali'} ${formatShortDateTime(bookedAt)}${reference ? ` · ${reference}` : ''}`,
      amountIdr: -amountIdr,
    })),
  ]
  const listedIdr = payouts.reduce((sum, { amountIdr }) => sum + amountIdr, 0)
  if (listedIdr !== paidOutIdr)
    lines.push({ key: 'others', label: 'Pencairan lain', amountIdr: listedIdr - paidOutIdr })
  return (
    <section aria-labelledby="saldo" className="mt-8 max-w-2xl">
      <h2 id="saldo" className="mb-3 text-xl font-bold">
        Saldo
      </h2>
      <dl className="rounded-card border border-line bg-surface px-4 py-2">
        {lines.map(({ key, label, amountIdr }) => (
          <BalanceLine key={key} label={label} amountIdr={amountIdr} />
        ))}
        <BalanceLine label="Saldo akhir" amountIdr={closingIdr} isSum />
      </dl>
    </section>
  )
}

const BalanceLine = ({ label, amountIdr, isSum = false }: { label: string; amountIdr: number; isSum?: boolean }) => (
  <div className={`flex flex-wrap justify-between gap-x-4 py-1.5 ${isSum ? 'border-t border-line font-bold' : ''}`}>
    <dt className="min-w-0 wrap-anywhere">{label}</dt>
    <dd className="ml-auto">
      <Figure text={formatRupiah(amountIdr)} />
    </dd>
  </div>
)

function Totals({ earnings: { totals }, isAdmin }: { earnings: Earnings; isAdmin: boolean }) {
  const items = `${formatCount(totals.sales)} terjual · ${formatCount(totals.refunds)} dikembalikan`
  return (
    <StatTiles>
      {!isAdmin && <StatTile label="Bagianmu" value={formatRupiah(totals.instructor)} hint={items} />}
      <StatTile
        label={isAdmin ? 'Dibayar pembeli' : 'Bagian dari harga'}
        value={formatRupiah(totals.gross)}
        {...(isAdmin && { hint: items })}
      />
      <StatTile
        label="Biaya dan pajak"
        value={formatRupiah(totals.providerFee + totals.tax)}
        hint={
          <>
            Penyedia <Figure text={formatRupiah(totals.providerFee)} /> · pajak{' '}
            <Figure text={formatRupiah(totals.tax)} />
          </>
        }
      />
      <StatTile label="Platform" value={formatRupiah(totals.platform)} />
      {isAdmin && <StatTile label="Instruktur" value={formatRupiah(totals.instructor)} />}
    </StatTiles>
  )
}
