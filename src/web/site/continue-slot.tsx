import { lazy, Suspense, type ComponentType } from 'react'
import type { SessionUser } from '#contract/identity/identity.ts'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import { useSession } from '#web/identity/index.ts'
import type { Remote } from '#web/kit/ui/behaviour/use-remote.ts'

// Loaded for signed-in users only.
const ContinueStrip = lazy<ComponentType<{ user: SessionUser; enrolled: Remote<EnrolledCourse[]> }>>(() =>
  import('#web/learning/continue-strip.tsx').then(
    (part) => ({ default: part.ContinueStrip }),
    () => ({ default: () => null }),
  ),
)

/**
 * The slot for the last opened course. Every visitor gets the same HTML; the head script marks signed-in users before the first paint,
 * and CSS reserves the space for them, so that nothing moves when the content loads.
 */
export function ContinueSlot({ enrolled }: { enrolled: Remote<EnrolledCourse[]> }) {
  const state = useSession()
  return (
    <div className="continue-place border-b border-line bg-surface">
      <div className="wrap h-full">
        {state.status === 'signed-in' && (
          <Suspense fallback={null}>
            <ContinueStrip user={state.session.user} enrolled={enrolled} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
