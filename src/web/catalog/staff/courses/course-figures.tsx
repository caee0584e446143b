import { Link, useSearchParams } from 'react-router'
import type { CourseFigures, FigurePeriod, LessonFigures } from '#contract/catalog/course-figures.ts'
import { showNumber } from '#contract/kit/format/numbers.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { percentOf } from './lesson-stops.ts'

/** In the URL, so that the page loads it. */
export const periodParameter = 'angka'
export const readPeriod = (url: string): FigurePeriod =>
  new URL(url).searchParams.get(periodParameter) === 'semua' ? 'all' : '90'

const periods = [
  { value: null, label: '90 hari' },
  { value: 'semua', label: 'Semua waktu' },
] as const

/** From looking at the course to paying for it, above the lessons that continue it. */
export function CourseFunnel({ figures: { views, checkouts, paid } }: { figures: CourseFigures }) {
  const [search] = useSearchParams()
  const chosen = search.get(periodParameter) === 'semua' ? 'semua' : null
  const steps = [
    { label: 'Halaman dibuka', value: views },
    { label: 'Mulai membayar', value: checkouts },
    { label: 'Lunas', value: paid },
  ]
  const to = (value: string | null) => {
    const next = new URLSearchParams(search)
    if (value === null) next.delete(periodParameter)
    else next.set(periodParameter, value)
    return { search: String(next) }
  }
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map(({ label, value }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="font-bold tabular-nums">{showNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <nav aria-label="Rentang angka" className="flex gap-4 text-sm">
        {periods.map(({ value, label }) => (
          <Link
            key={label}
            to={to(value)}
            preventScrollReset
            aria-current={value === chosen ? 'true' : undefined}
            className="min-h-6 font-semibold text-nila underline aria-[current=true]:text-ink aria-[current=true]:no-underline"
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** How many students of a lesson completed it; the bar is as long as their part. Few are counted, not compared. */
export function LessonFiguresLine({ figures, isStop }: { figures: LessonFigures; isStop: boolean }) {
  const { opened, finished, questions } = figures
  if (opened === 0 && questions === 0) return <span className="text-sm text-ink-3">Belum ada yang membuka</span>
  const percent = percentOf(figures)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
      {percent !== null && (
        <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-24 rounded-full bg-line">
          <rect width={percent} height="8" fill="currentColor" className={isStop ? 'text-mengkudu' : 'text-daun'} />
        </svg>
      )}
      <span>
        {percent === null ? '' : `${percent}% · `}
        {showNumber(finished)} dari {showNumber(opened)} selesai
        {questions > 0 && ` · ${showNumber(questions)} pertanyaan`}
      </span>
      {isStop && <Badge tone="danger">Paling banyak berhenti di sini</Badge>}
    </span>
  )
}
