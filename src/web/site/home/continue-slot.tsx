import { lazy, Suspense, type ComponentType } from 'react'
import type { SessionUser } from '#contract/identity.ts'
import { useSession } from '#web/identity/index.ts'

// Loaded for signed-in users only.
const ContinueStrip = lazy<ComponentType<{ user: SessionUser }>>(() =>
  import('#web/learning/continue-strip.tsx').then(
    (part) => ({ default: part.ContinueStrip }),
    () => ({ default: () => null }),
  ),
)

/**
 * The slot for the last opened course. Every visitor gets the same HTML; the head script marks signed-in users before the first paint,
 * and CSS reserves the space for them, so that nothing moves when the content loads.
 */
export function ContinueSlot() {
  const state = useSession()
  return (
    <div className="continue-place border-b border-line bg-surface">
      <div className="wrap h-full">
        {state.status === 'signed-in' && (
          <Suspense fallback={null}>
            <ContinueStrip user={state.session.user} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
