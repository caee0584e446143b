import { useEffect } from 'react'
import { addSignOutStep, useApi, useSession } from '#web/identity/index.ts'
import { flushBeforeSignOut } from '#web/learning/player/flush-before-sign-out.ts'
import { OfflineHost } from '#web/library/offline/offline-host.tsx'

/** Manages the data stored on this device: offline copies, reading progress and unsent learning progress. */
export function DeviceHost() {
  const api = useApi()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.session.user._id : null
  useEffect(() => (userId ? addSignOutStep(() => flushBeforeSignOut(api, userId)) : undefined), [api, userId])
  return <OfflineHost />
}
