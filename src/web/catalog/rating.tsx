import Star from 'lucide-react/icons/star'
import { formatCount } from '#contract/kit/money.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import { formatRating } from './numbers.ts'

/** "★ 4,6 (120)", announced as "4,6 dari 5, 120 ulasan". */
export function Rating({ rating, count, className }: { rating: number; count: number; className?: string }) {
  if (count === 0) return <span className={classNames('text-ink-3', className)}>Belum ada ulasan</span>
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap tabular-nums', className)}>
      {/* One text each: several have marks between them, in every card of a list. */}
      <span className="sr-only">{`${formatRating(rating)} dari 5, ${formatCount(count)} ulasan`}</span>
      <Star className="size-[1.05em] fill-current text-star" />
      <span aria-hidden="true" className="font-bold text-star">
        {formatRating(rating)}
      </span>
      <span aria-hidden="true" className="text-ink-3">{`(${formatCount(count)})`}</span>
    </span>
  )
}
