import { useId } from 'react'
import type { OverviewDay } from '#contract/site/overview.ts'
import { FittingFigure } from '#web/kit/staff/stat-tile.tsx'
import { TrendChart } from './trend-chart.tsx'

type Props = {
  title: string
  days: readonly OverviewDay[]
  valueOf: (day: OverviewDay) => number
  format: (value: number) => string
}

const dayName = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const formatDay = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`))

/** One figure per day as a chart, with a summary above and a table of the days that have one below. */
export function TrendPlot({ title, days, valueOf, format }: Props) {
  const titleId = useId()
  const values = days.map(valueOf)
  const total = values.reduce((sum, value) => sum + value, 0)
  const highest = Math.max(...values, 0)
  const bestDay = days[values.indexOf(highest)]
  const [first, last] = [days[0], days.at(-1)]
  const active = days.filter((day) => valueOf(day) !== 0)
  return (
    <figure aria-labelledby={titleId} className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card">
      <figcaption>
        <span id={titleId} className="text-sm font-semibold text-ink-3">
          {title}
        </span>
        <span className="block text-2xl font-extrabold tracking-[-0.02em] tabular-nums">
          <FittingFigure text={format(total)} />
        </span>
        <span className="block min-h-5 text-sm xl:min-h-10 text-ink-3">
          {highest > 0 && bestDay
            ? `Tertinggi ${format(highest)} pada ${formatDay(bestDay.day)}`
            : 'Belum ada di rentang ini'}
        </span>
      </figcaption>
      <TrendChart
        title={title}
        points={days.map((day, index) => ({
          label: formatDay(day.day),
          text: format(values[index] ?? 0),
          value: values[index] ?? 0,
        }))}
      />
      <p aria-hidden="true" className="mt-1 ml-14 flex justify-between text-xs text-ink-3 tabular-nums">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
      {active.length > 0 && (
        <details className="mt-3">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-nila">
            Lihat tabel
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard. */}
          <div className="max-h-72 overflow-y-auto" tabIndex={0} role="region" aria-label={`Tabel ${title}`}>
            <table className="w-full text-left text-sm">
              <thead>
                <tr className="border-b border-line text-ink-3">
                  <th scope="col" className="py-1.5 font-semibold">
                    Tanggal
                  </th>
                  <th scope="col" className="py-1.5 text-right font-semibold">
                    {title}
                  </th>
                </tr>
              </thead>
              <tbody>
                {active.toReversed().map((day) => (
                  <tr key={day.day} className="border-b border-line last:border-0">
                    <th scope="row" className="py-1.5 font-normal">
                      <time dateTime={day.day}>{formatDay(day.day)}</time>
                    </th>
                    <td className="py-1.5 text-right tabular-nums">{format(valueOf(day))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  )
}
