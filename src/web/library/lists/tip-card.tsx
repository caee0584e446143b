import { Link } from 'react-router'
import type { TipCard as Tip } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { formatDay } from '#web/library/dates.ts'

/** A tip in a list. One link, stretched over the whole card. */
export function TipCard({ tip, heading: Heading = 'h3' }: { tip: Tip; heading?: 'h2' | 'h3' }) {
  return (
    <article className="group relative flex h-full flex-col rounded-card border border-line bg-surface p-5 shadow-card soft lift focus-within:border-nila">
      <p className="flex flex-wrap gap-x-2 text-xs font-semibold text-nila">
        {tip.tags.slice(0, 3).map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      <Heading className="mt-1.5 text-lg leading-snug font-bold text-balance">
        <Link
          to={paths.tip({ slug: tip.slug })}
          className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
        >
          {tip.title}
        </Link>
      </Heading>
      <p className="mt-2 text-[0.9375rem] text-ink-2">{tip.summary}</p>
      <p className="mt-auto pt-4 text-sm text-ink-3">
        {tip.author && `${tip.author} · `}
        <time dateTime={tip.date}>{formatDay(tip.date)}</time> · {tip.readingMinutes} menit baca
      </p>
    </article>
  )
}
