import { useState, type KeyboardEvent, type PointerEvent } from 'react'

/** One day: its date and figure as text, and the figure. */
export type TrendPoint = { label: string; text: string; value: number }

const width = 600
const height = 160
const compact = new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * The figures as bars (up to 31) or a line, with a scale. Pointing at a day, or choosing it with the arrow keys, shows its figure. It is a
 * slider to assistive technology, which reads the chosen day.
 */
export function TrendChart({ title, points }: { title: string; points: readonly TrendPoint[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const at = Math.min(chosen ?? last, last)
  const point = points[at]
  const highest = Math.max(...points.map(({ value }) => value), 0)
  const share = (at + 0.5) / Math.max(1, points.length)

  function pointTo({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const { left, width: shown } = currentTarget.getBoundingClientRect()
    setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / shown) * points.length))))
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 7,
      PageUp: at + 7,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (event.key === 'Escape') setChosen(null)
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, next)))
  }

  if (!point) return null
  return (
    <div className="mt-3 flex">
      <p
        aria-hidden="true"
        className="flex h-36 w-14 shrink-0 flex-col justify-between pr-1.5 text-right whitespace-nowrap text-xs leading-none text-ink-3 tabular-nums"
      >
        <span>{highest > 0 && compact.format(highest)}</span>
        {/* Half a student or lesson is no figure. */}
        <span>{(highest % 2 === 0 || highest >= 1000) && highest > 0 && compact.format(highest / 2)}</span>
        <span>0</span>
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${title} per hari`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${point.label}: ${point.text}`}
        onKeyDown={press}
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(null)}
        onPointerMove={pointTo}
        onPointerDown={pointTo}
        onPointerLeave={() => setChosen(null)}
        className="relative min-w-0 flex-1 rounded-chip"
      >
        <Chart points={points} highest={highest} chosen={chosen === null ? null : at} />
        {chosen !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-0 z-1 rounded-chip bg-ink px-2 py-1 text-xs font-semibold whitespace-nowrap text-surface tabular-nums"
            style={share < 0.5 ? { left: `${share * 100}%` } : { right: `${(1 - share) * 100}%` }}
          >
            {point.label}: {point.text}
          </span>
        )}
      </div>
    </div>
  )
}

/** Decorative, because the slider, the caption and the table hold the same data. */
function Chart({ points, highest, chosen }: { points: readonly TrendPoint[]; highest: number; chosen: number | null }) {
  const top = highest || 1
  const y = (value: number): number => height - 4 - (value / top) * (height - 12)
  const step = width / Math.max(1, points.length)
  const line = points.map(({ value }, index) => `${(index + 0.5) * step},${y(value)}`)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-36 w-full text-nila"
    >
      {[0.25, 0.5, 0.75, 1].map((share) => (
        <line
          key={share}
          x1="0"
          x2={width}
          y1={y(top * share)}
          y2={y(top * share)}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <line
        x1="0"
        x2={width}
        y1={height - 4}
        y2={height - 4}
        className="stroke-border"
        vectorEffect="non-scaling-stroke"
      />
      {points.length <= 31 ? (
        points.map(({ label, value }, index) => (
          <rect
            key={label}
            x={index * step + step * 0.15}
            y={y(value)}
            width={step * 0.7}
            height={height - 4 - y(value)}
            rx="2"
            fill="currentColor"
          />
        ))
      ) : (
        <>
          <polygon
            points={`${step / 2},${height - 4} ${line.join(' ')} ${width - step / 2},${height - 4}`}
            fill="currentColor"
            fillOpacity="0.15"
          />
          <polyline
            points={line.join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
      {chosen !== null && (
        <line
          x1={(chosen + 0.5) * step}
          x2={(chosen + 0.5) * step}
          y1="0"
          y2={height - 4}
          className="stroke-ink-3"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}
