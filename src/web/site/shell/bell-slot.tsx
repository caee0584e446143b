import { lazy, Suspense, type ComponentType } from 'react'
import { useSession } from '#web/identity/index.ts'

// Visitors have no notifications and do not load it.
const NotificationBell = lazy<ComponentType<{ userId: string }>>(() =>
  import('#web/notifications/bell.tsx').catch(() => ({ default: () => null })),
)

/** The bell of signed-in users. Its place is kept from the first paint on, so that nothing moves when it arrives. */
export function BellSlot() {
  const session = useSession()
  return (
    <div className="hidden size-11 shrink-0 in-data-signed-in:block">
      {session.status === 'signed-in' && (
        <Suspense fallback={null}>
          <NotificationBell userId={session.session.user._id} />
        </Suspense>
      )}
    </div>
  )
}
