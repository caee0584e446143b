import { useId } from 'react'
import type { OverviewDay } from '#contract/overview.ts'

type Props = { title: string; days: readonly OverviewDay[]; valueOf: (day: OverviewDay) => number; format: (value: number) => string }

const width = 600
const height = 160
const dayName = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const formatDay = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`))

/** One figure per day as a chart, with a summary above and a table below. */
export function TrendPlot({ title, days, valueOf, format }: Props) {
  const titleId = useId()
  const values = days.map(valueOf)
  const total = values.reduce((sum, value) => sum + value, 0)
  const highest = Math.max(...values, 0)
  const bestDay = days[values.indexOf(highest)]
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure aria-labelledby={titleId} className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card">
      <figcaption>
        <span id={titleId} className="text-sm font-semibold text-ink-3">
          {title}
        </span>
        <span className="block text-2xl font-extrabold tracking-[-0.02em] tabular-nums">{format(total)}</span>
        <span className="block min-h-5 text-sm text-ink-3">
          {highest > 0 && bestDay ? `Tertinggi ${format(highest)} pada ${formatDay(bestDay.day)}` : 'Belum ada di rentang ini'}
        </span>
      </figcaption>
      <Chart values={values} highest={highest} />
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
      <details className="mt-3">
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-nila">Lihat tabel</summary>
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
              {days.toReversed().map((day) => (
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
    </figure>
  )
}

/** Decorative, because the caption and the table hold the same data. Bars for up to 31 days, a line for more. */
function Chart({ values, highest }: { values: readonly number[]; highest: number }) {
  const top = highest || 1
  const y = (value: number): number => height - 4 - (value / top) * (height - 12)
  const step = width / Math.max(1, values.length)
  const points = values.map((value, index) => `${(index + 0.5) * step},${y(value)}`)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="mt-3 block h-36 w-full text-nila">
      {[0.25, 0.5, 0.75, 1].map((share) => (
        <line key={share} x1="0" x2={width} y1={y(top * share)} y2={y(top * share)} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      <line x1="0" x2={width} y1={height - 4} y2={height - 4} className="stroke-border" vectorEffect="non-scaling-stroke" />
      {values.length <= 31 ? (
        values.map((value, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- values have no id
          <rect key={index} x={index * step + step * 0.15} y={y(value)} width={step * 0.7} height={height - 4 - y(value)} rx="2" fill="currentColor" />
        ))
      ) : (
        <>
          <polygon points={`${step / 2},${height - 4} ${points.join(' ')} ${width - step / 2},${height - 4}`} fill="currentColor" fillOpacity="0.15" />
          <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  )
}
