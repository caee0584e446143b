import { Link } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paymentAlertLabels } from '#contract/commerce/labels.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Overview } from '#contract/site/overview.ts'
import { TransactionStatusBadge } from '#web/commerce/transactions/transaction-status.tsx'

/** Payments that wait for an admin's decision. Nothing where there are none. */
export function PaymentsToReview({ rows }: { rows: Overview['attention'] }) {
  if (rows.length === 0) return null
  return (
    <section
      aria-labelledby="pembayaran-diperiksa"
      className="mb-8 rounded-card bg-kunyit-50 p-4 text-kunyit-ink md:p-5"
    >
      <h2 id="pembayaran-diperiksa" className="text-lg font-bold">
        Pembayaran yang perlu diperiksa
      </h2>
      <ul className="mt-3 grid gap-3">
        {rows.map(({ _id, buyer, item, amount, state, alert, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <Link to={paths.adminTransaction({ transactionId: _id })} className="font-semibold underline">
                {item}, {buyer}
              </Link>
              {alert && <span className="block text-sm">{paymentAlertLabels[alert]}</span>}
            </span>
            <span className="flex flex-wrap items-center gap-3 text-sm">
              <span className="tabular-nums">{formatRupiah(amount)}</span>
              <time dateTime={createdAt}>{formatShortDateTime(createdAt)}</time>
              <TransactionStatusBadge state={state} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
