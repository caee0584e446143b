import type { TipCard as Tip } from '#contract/library/library.ts'
import { formatDate } from '#contract/kit/days.ts'
import { classNames } from '#web/kit/ui/class-names.ts'

/** Author, date and reading time. Lines break between these, not within one. */
export const TipFacts = ({ tip, by = '', className }: { tip: Tip; by?: string; className?: string }) => (
  <p className={classNames('text-sm text-ink-3 *:inline-block', className)}>
    {tip.author && (
      <>
        <span>
          {by}
          {tip.author}
        </span>
        {' · '}
      </>
    )}
    <time dateTime={tip.date}>{formatDate(tip.date)}</time>
    {' · '}
    <span>{tip.readingMinutes} menit baca</span>
  </p>
)
