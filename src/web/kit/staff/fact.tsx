import type { ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'

/** A labelled value in a `dl`. */
export const Fact = ({
  label,
  wide = false,
  children,
}: {
  label: string
  /** Fills a row of its own. */ wide?: boolean
  children: ReactNode
}) => (
  <div className={classNames('min-w-0', wide && 'sm:col-span-2')}>
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
  </div>
)
