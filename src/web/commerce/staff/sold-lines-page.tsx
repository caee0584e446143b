import { Link, useLoaderData } from 'react-router'
import { listSoldLinesInput, type SoldLine } from '#contract/commerce/sold-lines.ts'
import { publicStatus } from '#contract/commerce/transactions.ts'
import { formatCount, formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { OrderNumber } from '#web/commerce/order-number.tsx'
import { lineState } from '#web/commerce/transactions/line-state.ts'
import { useApi } from '#web/identity/index.ts'
import { momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Figure } from '#web/kit/ui/figure.tsx'

const pageLength = 25

export const createLoader = staffLoader(async (api, { request, params }) => {
  const id = params['courseId'] ?? ''
  const { authoring, soldLines } = api.authenticated
  const [course, sold] = await Promise.all([
    authoring.showStaffCourse({ id }),
    soldLines.listSoldLines({ ...readListQuery(listSoldLinesInput, request), id, limit: pageLength }),
  ])
  return { course: course.data, sold }
})

const money = (idr: number) => <Figure text={formatRupiah(idr)} />
const less = (idr: number) => <Figure text={`−${formatRupiah(idr)}`} />

/** How the course came into the order. */
function waysOf({ bundle, path, seats, gift }: SoldLine): string[] {
  const ways = [
    bundle && `Dari paket ${bundle.title}`,
    path && `Dari jalur ${path.title}`,
    seats !== null && `${formatCount(seats)} kursi tim`,
    gift && `Hadiah untuk ${gift.name}`,
  ].filter((way) => typeof way === 'string')
  return ways.length > 0 ? ways : ['Kelas ini']
}

const discountLabel = ({ bundle, path, inSale }: SoldLine): string => {
  if (bundle) return 'harga paket'
  if (path) return 'harga jalur'
  return inSale ? 'diskon sementara' : 'diskon kelas'
}

function Discounts({ row }: { row: SoldLine }) {
  if (row.discount === 0 && row.promoDiscount === 0) return '–'
  return (
    <span className="min-w-0 text-right wrap-anywhere">
      {row.discount > 0 && (
        <span className="block">
          {less(row.discount)} <span className="block text-sm text-ink-3">{discountLabel(row)}</span>
        </span>
      )}
      {row.promoDiscount > 0 && (
        <span className="block">
          {less(row.promoDiscount)} <span className="block text-sm text-ink-3">kode {row.promoCode}</span>
        </span>
      )}
    </span>
  )
}

function State({ row }: { row: SoldLine }) {
  const { label, tone } = lineState({ state: row.state, status: publicStatus(row.state) }, row)
  return (
    <span className="max-md:text-right">
      <Badge tone={tone}>{label}</Badge>
      {row.refunded > 0 && <span className="block text-sm text-ink-3">{less(row.refunded)}</span>}
    </span>
  )
}

const columnsFor = ({ isAdmin }: { isAdmin: boolean }): readonly Column<SoldLine>[] => [
  {
    key: 'buyer',
    label: 'Pembeli',
    isName: true,
    cell: ({ buyerName, orderId, transactionId }) => (
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{buyerName}</span>
        <span className="block text-xs text-ink-3">
          {isAdmin ? (
            <Link to={paths.adminTransaction({ transactionId })} className="hover:underline">
              <OrderNumber number={orderId} />
            </Link>
          ) : (
            <OrderNumber number={orderId} />
          )}
        </span>
      </span>
    ),
  },
  momentColumn('paidAt', 'Tanggal bayar', (row) => row.paidAt),
  {
    key: 'what',
    label: 'Yang dibeli',
    cell: (row) => (
      <span className="max-w-60 min-w-0 wrap-anywhere max-md:text-right">
        {waysOf(row).map((way) => (
          <span key={way} className="block">
            {way}
          </span>
        ))}
      </span>
    ),
  },
  { key: 'price', label: 'Harga', numeric: true, isExtra: true, cell: (row) => money(row.price) },
  { key: 'discount', label: 'Potongan', numeric: true, cell: (row) => <Discounts row={row} /> },
  {
    key: 'amount',
    label: 'Jumlah',
    numeric: true,
    cell: (row) => (
      <span className="min-w-0 text-right wrap-anywhere">
        <strong>{money(row.amount)}</strong>
        {row.uniqueCode > 0 && (
          <span className="block text-sm text-ink-3">dengan kode unik {money(row.uniqueCode)}</span>
        )}
      </span>
    ),
  },
  { key: 'state', label: 'Status', cell: (row) => <State row={row} /> },
]

/** Who bought a course, when, for how much and with which code. */
export function Page() {
  const { course, sold } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const isAdmin = useStaffUser().role === 'admin'
  return (
    <StaffPage
      title="Penjualan"
      lead={
        <>
          Pembelian {course.title} yang sudah lunas, tanpa pendaftaran gratis. Jumlahnya yang dibayar pembeli; bagian
          instruktur setelah biaya dan pajak ada di{' '}
          <Link to={paths.adminEarnings()} className="font-semibold text-nila underline">
            Penghasilan
          </Link>
          .
        </>
      }
      back={{ to: paths.adminCourse({ courseId: course._id }), label: course.title }}
      actions={
        <DownloadButton load={async () => (await authenticated.soldLines.exportSoldLines({ id: course._id })).body}>
          Unduh CSV
        </DownloadButton>
      }
    >
      <StaffList
        caption="Penjualan kelas ini"
        columns={columnsFor({ isAdmin })}
        rows={sold.data}
        meta={sold.meta}
        countWord="terjual"
        empty={{
          title: 'Belum ada penjualan',
          text: 'Setiap pembelian kelas ini tampil di sini begitu lunas: siapa, kapan, dan berapa.',
        }}
      />
    </StaffPage>
  )
}
