import { useId } from 'react'
import { formatDayShort } from '#contract/kit/days.ts'

export type Week = { startsOn: string; completed: number }

// SVG units. On a phone the plot is scaled to half its size, so its text is larger there.
const width = 600
const height = 200
const base = 172
const top = 24
const left = 4

/** Completed lessons per week as bars. The table below holds the same numbers. */
export function WeekPlot({ weeks, about }: { weeks: Week[]; about: string }) {
  const titleId = useId()
  const most = Math.max(4, ...weeks.map((week) => week.completed))
  const pitch = (width - left * 2) / weeks.length
  const bar = pitch * 0.62
  const inAll = weeks.reduce((sum, week) => sum + week.completed, 0)
  return (
    <figure>
      <svg
        role="img"
        aria-labelledby={titleId}
        viewBox={`0 0 ${width} ${height}`}
        className="h-auto w-full overflow-visible"
      >
        <title
          id={titleId}
        >{`${about}: ${inAll} materi selesai dalam ${weeks.length} minggu terakhir. Angkanya ada di tabel di bawah.`}</title>
        <line x1="0" x2={width} y1={base} y2={base} className="stroke-border" strokeWidth="1.5" />
        {weeks.map(({ startsOn, completed }, index) => {
          const x = left + index * pitch + (pitch - bar) / 2
          const tall = (completed / most) * (base - top)
          return (
            <g key={startsOn}>
              <rect
                x={x}
                y={base - Math.max(tall, 3)}
                width={bar}
                height={Math.max(tall, 3)}
                rx="4"
                className={completed === 0 ? 'fill-line' : index === weeks.length - 1 ? 'fill-kunyit' : 'fill-nila'}
              />
              {completed > 0 && (
                <text
                  x={x + bar / 2}
                  y={base - tall - 6}
                  textAnchor="middle"
                  fontWeight="700"
                  className="fill-ink text-[24px] min-[440px]:text-[18px] sm:text-[14px]"
                >
                  {completed}
                </text>
              )}
              {/* Only every second week is labelled, counted from the last one. */}
              {(weeks.length - 1 - index) % 2 === 0 && (
                <text
                  x={x + bar / 2}
                  y={base + 24}
                  textAnchor="middle"
                  className="fill-ink-3 text-[24px] min-[440px]:text-[18px] sm:text-[13px]"
                >
                  {formatDayShort(startsOn)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 items-center font-semibold text-nila">Lihat sebagai tabel</summary>
        <table className="mt-1 w-full max-w-100 text-sm">
          <caption className="sr-only">{about}, per minggu</caption>
          <thead>
            <tr className="text-left text-ink-3">
              <th scope="col" className="border-b border-line py-2 font-semibold">
                Minggu mulai
              </th>
              <th scope="col" className="border-b border-line py-2 text-right font-semibold">
                Materi selesai
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ startsOn, completed }) => (
              <tr key={startsOn}>
                <th scope="row" className="border-b border-line py-2 text-left font-normal">
                  {formatDayShort(startsOn)}
                </th>
                <td className="border-b border-line py-2 text-right tabular-nums">{completed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
