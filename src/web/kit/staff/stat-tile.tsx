import type { ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'

/** Characters that fit into half the width of a phone in a large font. */
const shortValue = 12

/** One figure with its label, used inside `StatTiles`. `–` is shown for an unknown value. */
export function StatTile({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-4 shadow-card md:p-5">
      <dt className="text-sm font-semibold text-ink-3">{label}</dt>
      <dd
        className={classNames(
          'mt-1 text-2xl font-extrabold tracking-[-0.02em] tabular-nums wrap-break-word',
          // A smaller font, because a number broken over two lines is misread.
          typeof value === 'string' && value.length > shortValue ? 'max-md:text-sm' : 'max-md:text-lg',
        )}
      >
        {value}
      </dd>
      {hint && <dd className="mt-1 text-sm text-ink-3">{hint}</dd>}
    </div>
  )
}

/** Four in a row where each has room for a long word, else two; with large text on a phone, one. */
export const StatTiles = ({ children }: { children: ReactNode }) => (
  <div className="@container">
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-3 @min-[42rem]:grid-cols-4">{children}</dl>
  </div>
)
