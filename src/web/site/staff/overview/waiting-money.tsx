import { Link } from 'react-router'
import { maximumWaitingMoney } from '#contract/commerce/waiting-money.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { Overview } from '#contract/site/overview.ts'

const shown = (count: number): string => (count > maximumWaitingMoney ? `${maximumWaitingMoney}+` : String(count))

/** Transfers, refunds and payouts that wait for an admin. Nothing where there are none. */
export function WaitingMoney({ waiting }: { waiting: Overview['waiting'] }) {
  if (!waiting) return null
  const rows = [
    { count: waiting.transfers, label: 'bukti transfer menunggu diperiksa', to: staffPaths.transfers() },
    {
      count: waiting.refundRequests,
      label: 'permintaan pengembalian dana menunggu keputusan',
      to: staffPaths.refundRequests(),
    },
    {
      count: waiting.refundsToSend,
      label: 'pengembalian dana menunggu kamu kirim',
      to: `${staffPaths.payouts()}?kind=refund`,
    },
    { count: waiting.payouts, label: 'pencairan atau rekening menunggu diproses', to: staffPaths.payouts() },
  ].filter(({ count }) => count > 0)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="keuangan-menunggu" className="mb-8 rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="keuangan-menunggu" className="text-lg font-bold">
        Menunggumu di keuangan
      </h2>
      <ul className="mt-3 grid gap-1">
        {rows.map(({ count, label, to }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 items-center gap-1 font-semibold text-nila underline">
              {shown(count)} {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
