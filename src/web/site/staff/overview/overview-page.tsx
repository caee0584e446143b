import { Link, useLoaderData, useNavigation } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { overviewInput, overviewRanges, type Overview, type OverviewRange } from '#contract/site/overview.ts'
import { paths } from '#contract/kit/paths.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { commerceText } from '#web/commerce/text.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StatTile, StatTiles } from '#web/kit/staff/stat-tile.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { DeviceDrafts } from './device-drafts.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { LosingCourses } from './losing-courses.tsx'
import { PaymentsToReview } from './payments-to-review.tsx'
import { TrendPlot } from './trend-plot.tsx'
import { WaitingMoney } from './waiting-money.tsx'
import { WaitingTeaching } from './waiting-teaching.tsx'

export const createOverviewLoader = staffLoader(async (api, { request, session: { role } }) => {
  const { days } = readListQuery(overviewInput, request)
  return { role, range: days, overview: (await api.authenticated.overview.showOverview({ days })).data }
})

const rangeNames: Record<OverviewRange, string> = { '7': '7 hari', '30': '30 hari', '90': '90 hari', '365': '1 tahun' }
const plain = new Intl.NumberFormat('id-ID')
const formatCount = (value: number): string => plain.format(value)

/** Start page of staff: totals, trends, latest transactions, and courses that students stop studying. */
export function OverviewPage() {
  const { role, range, overview } = useLoaderData<ReturnType<typeof createOverviewLoader>>()
  const isAdmin = role === 'admin'
  const isEmpty = overview.tiles.courses === 0 && overview.tiles.transactions === 0
  return (
    <StaffPage
      title="Overview"
      lead={isAdmin ? 'Seluruh situs dalam angka.' : 'Kelas-kelasmu dalam angka.'}
      actions={!isEmpty && <ButtonLink to={paths.adminCourseCreate()}>New Course</ButtonLink>}
    >
      <PaymentsToReview rows={overview.attention} />
      <WaitingMoney waiting={overview.waiting} />
      <WaitingTeaching teaching={overview.teaching} />
      <DeviceDrafts />
      {isAdmin && <FirstSteps rows={overview.firstSteps} isOpen={isEmpty} />}
      <Tiles tiles={overview.tiles} />
      {!isEmpty && <Counts figures={overview.figures} />}
      {isEmpty ? (
        <EmptyState
          title="Mulai dari kelas pertamamu"
          text="Isi judul, sampul, dan harganya, lalu tambahkan materi. Angka dan grafik muncul setelah ada siswa."
        >
          <ButtonLink to={paths.adminCourseCreate()}>New Course</ButtonLink>
        </EmptyState>
      ) : (
        <Figures isAdmin={isAdmin} range={range} overview={overview} />
      )}
    </StaffPage>
  )
}

/** Trends, the latest transactions, and courses that students stop studying. */
function Figures({ isAdmin, range, overview }: { isAdmin: boolean; range: OverviewRange; overview: Overview }) {
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      <section aria-labelledby="tren" className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="tren" className="text-xl font-bold">
            Tren
          </h2>
          <RangeSwitch range={range} />
        </div>
        <p className="mb-4 text-sm text-ink-3">
          {isAdmin ? '' : 'Penjualan adalah bagianmu dari harga. '}
          {commerceText.refundDayRule}
        </p>
        <div className="cards [--card-gap:1rem]" aria-busy={isLoading || undefined}>
          <TrendPlot title="Penjualan" days={overview.days} valueOf={({ sales }) => sales} format={formatRupiah} />
          <TrendPlot
            title={isAdmin ? 'Pendaftar baru' : 'Siswa baru'}
            days={overview.days}
            valueOf={({ signUps }) => signUps}
            format={formatCount}
          />
          <TrendPlot
            title="Materi diselesaikan"
            days={overview.days}
            valueOf={({ completions }) => completions}
            format={formatCount}
          />
        </div>
      </section>
      <LatestTransactions rows={overview.latestTransactions} isAdmin={isAdmin} />
      <LosingCourses rows={overview.losing} />
    </>
  )
}

const Tiles = ({ tiles }: { tiles: Overview['tiles'] }) => (
  <StatTiles>
    <StatTile label="Total Student" value={formatCount(tiles.students)} />
    <StatTile label="Total Course" value={formatCount(tiles.courses)} />
    <StatTile label="Total Content" value={formatCount(tiles.contents)} />
    <StatTile label="Total Transaction" value={formatCount(tiles.transactions)} />
  </StatTiles>
)

const Counts = ({ figures }: { figures: Overview['figures'] }) => (
  <div className="mt-3">
    <StatTiles>
      <StatTile
        label="Selesai belajar"
        value={formatCount(figures.finished)}
        hint="Dihitung sekali untuk tiap kelas yang diselesaikan"
      />
      <StatTile label="Terjual" value={formatCount(figures.sold)} hint="Item yang dibayar" />
      <StatTile
        label="Dana dikembalikan"
        value={formatCount(figures.refunded)}
        hint="Item yang dananya kembali seluruhnya"
      />
    </StatTiles>
  </div>
)

const RangeSwitch = ({ range }: { range: OverviewRange }) => (
  <nav aria-label="Rentang waktu" className="flex flex-wrap rounded-[1.5rem] border border-line bg-sunken p-1">
    {overviewRanges.map((days) => (
      <Link
        key={days}
        to={`?days=${days}`}
        preventScrollReset
        aria-current={days === range ? 'true' : undefined}
        className="flex h-10 items-center rounded-full px-3 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-card"
      >
        {rangeNames[days]}
      </Link>
    ))}
  </nav>
)
