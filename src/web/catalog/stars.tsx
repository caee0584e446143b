import Star from 'lucide-react/icons/star'
import { classNames } from '#web/kit/ui/class-names.ts'

/** Five stars, filled up to the value in halves. Decorative: a text always gives the number. */
export function Stars({ value, className }: { value: number; className?: string }) {
  const halves = Math.round(value * 2)
  return (
    <span aria-hidden="true" className={classNames('inline-flex gap-0.5 text-star', className)}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className="relative">
          <Star className="size-4 opacity-35" />
          {halves >= star * 2 - 1 && (
            <Star
              className={classNames(
                'absolute inset-0 size-4 fill-current',
                halves < star * 2 && '[clip-path:inset(0_50%_0_0)]',
              )}
            />
          )}
        </span>
      ))}
    </span>
  )
}
