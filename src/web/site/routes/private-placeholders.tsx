import { LoadingHead } from '#web/kit/ui/page-head.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'

// Both are part of the entry bundle of every visitor, so they import neither menu nor icons.

/** Shown while a private page loads: skeletons of menu and cards. */
export function StudentPlaceholder() {
  return (
    <div
      aria-busy="true"
      className="mx-auto max-w-[1320px] px-4 py-8 md:px-6 lg:grid lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-10 lg:px-10"
    >
      <LoadingHead />
      <Skeleton className="mb-8 h-11 rounded-field lg:h-80" />
      <div>
        <p role="status" className="sr-only">
          Memuat…
        </p>
        <Skeleton className="h-8 w-48" />
        <div className="mt-6 cards [--card-gap:1rem]">
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} className="aspect-4/3 rounded-card" />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Shown while a course loads: skeletons of the lesson and the lesson list. */
export function PlayerPlaceholder() {
  return (
    <div
      aria-busy="true"
      className="mx-auto max-w-[1320px] lg:grid lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8 lg:px-10 lg:py-8"
    >
      <LoadingHead />
      <p role="status" className="sr-only">
        Memuat…
      </p>
      <div>
        <Skeleton className="aspect-video rounded-none lg:rounded-card" />
        <div className="grid gap-3 px-4 py-6 md:px-6 lg:px-0">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-3/4" />
        </div>
      </div>
      <div className="grid gap-3 px-4 py-6 md:px-6 lg:p-0">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-12 rounded-field" />
        ))}
      </div>
    </div>
  )
}
