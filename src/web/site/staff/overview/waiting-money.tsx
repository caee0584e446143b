import { maximumWaitingMoney } from '#contract/commerce/waiting-money.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { Overview } from '#contract/site/overview.ts'
import { WaitingList } from './waiting-list.tsx'

const shown = (count: number): string => (count > maximumWaitingMoney ? `${maximumWaitingMoney}+` : String(count))

/** Transfers, refunds and payouts that wait for an admin. */
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
  ].map(({ count, label, to }) => ({ count, label: `${shown(count)} ${label}`, to }))
  return <WaitingList id="keuangan-menunggu" title="Menunggumu di keuangan" rows={rows} />
}
