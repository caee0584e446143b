import { lazy, Suspense, type ComponentType } from 'react'
import type { SessionUser } from '#contract/identity.ts'
import { useSession } from '#web/identity/index.ts'

// Fetched by whoever is signed in; no visitor loads it.
const ContinueStrip = lazy<ComponentType<{ user: SessionUser }>>(() =>
  import('#web/learning/continue-strip.tsx').then(
    (part) => ({ default: part.ContinueStrip }),
    () => ({ default: () => null }),
  ),
)

/**
 * Room for where one left off. The page is sent the same to everyone: the head script knows before the first paint whether somebody is
 * signed in, and styles keep the room for them from then on, so nothing moves when its content comes.
 */
export function ContinuePlace() {
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
