import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** What a phone's half width takes in large type. */
const shortValue = 12

/** One figure with its name; tiles stand in a `StatTiles` list. `–` stands for what is not known. */
export function StatTile({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-4 shadow-card md:p-5">
      <dt className="text-sm font-semibold text-ink-3">{label}</dt>
      <dd
        className={classNames(
          'mt-1 text-2xl font-extrabold tracking-[-0.02em] tabular-nums wrap-break-word',
          // A number that breaks reads as another one.
          typeof value === 'string' && value.length > shortValue ? 'max-md:text-sm' : 'max-md:text-lg',
        )}
      >
        {value}
      </dd>
      {hint && <dd className="mt-1 text-sm text-ink-3">{hint}</dd>}
    </div>
  )
}

export const StatTiles = ({ children }: { children: ReactNode }) => <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</dl>
