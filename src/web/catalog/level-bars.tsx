import { levels, type Level } from '#contract/catalog/course-rules.ts'
import { classNames } from '#web/kit/ui/class-names.ts'

/** Three bars, filled up to the level, and the name of the level. */
export function LevelBars({ level, className }: { level: Level; className?: string }) {
  const filledCount = levels.indexOf(level) + 1
  return (
    <span className={classNames('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <svg aria-hidden="true" viewBox="0 0 14 12" className="h-3 w-3.5 shrink-0" fill="currentColor">
        {[0, 1, 2].map((step) => (
          <rect
            key={step}
            x={step * 5}
            y={8 - step * 4}
            width="4"
            height={4 + step * 4}
            rx="1"
            fillOpacity={step < filledCount ? 1 : 0.25}
          />
        ))}
      </svg>
      {level}
    </span>
  )
}
