import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'

/** A number broken over two lines is misread, so a long one has smaller digits. */
export const FittingFigure = ({ text, className }: { text: string; className?: string }) => (
  <span className="@container block">
    {/* Allowed by the content security policy, because it is never server-rendered: React sets it through the DOM. */}
    <span className={classNames('fit-figure', className)} style={{ '--chars': text.length } as CSSProperties}>
      {text}
    </span>
  </span>
)

/** One figure with its label, used inside `StatTiles`. `–` is shown for an unknown value. */
export function StatTile({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-4 shadow-card md:p-5">
      <dt className="text-sm font-semibold text-ink-3">{label}</dt>
      <dd className="mt-1 text-2xl font-extrabold tracking-[-0.02em] tabular-nums wrap-break-word max-md:text-lg">
        {typeof value === 'string' ? <FittingFigure text={value} className="max-md:[--figure:1.125rem]" /> : value}
      </dd>
      {hint && <dd className="mt-1 text-sm text-ink-3">{hint}</dd>}
    </div>
  )
}

/** Four in a row where each has room for a long word, or all of six, else two; with large text on a phone, one. */
export const StatTiles = ({ areSix = false, children }: { areSix?: boolean; children: ReactNode }) => (
  <div className="@container">
    <dl
      className={classNames(
        'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-3',
        areSix ? '@min-[42rem]:grid-cols-3 @min-[60rem]:grid-cols-6' : '@min-[42rem]:grid-cols-4',
      )}
    >
      {children}
    </dl>
  </div>
)
