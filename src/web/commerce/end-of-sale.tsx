import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { formatDateTime } from '#contract/kit/days.ts'

const DateOfEnd = ({ endsAt }: { endsAt: string }) => (
  <p className="mt-1 text-sm text-ink-2">
    Harga ini sampai <time dateTime={endsAt}>{formatDateTime(endsAt)}</time>
  </p>
)

const SaleEnd = lazy<ComponentType<{ endsAt: string }>>(() =>
  import('./sale-end.tsx').then(
    (part) => ({ default: part.SaleEnd }),
    () => ({ default: DateOfEnd }),
  ),
)

/** Until when the price of a sale holds. It counts down once that code is loaded; before, and without JavaScript, there is the date. */
export function EndOfSale({ endsAt }: { endsAt: string }) {
  const isHydrated = useHydrated()
  const date = <DateOfEnd endsAt={endsAt} />
  if (!isHydrated) return date
  return (
    <Suspense fallback={date}>
      <SaleEnd endsAt={endsAt} />
    </Suspense>
  )
}

/** The server does not render lazy code. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}
