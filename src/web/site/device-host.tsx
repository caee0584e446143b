import { useEffect } from 'react'
import { addSignOutStep, useApi, useSession } from '#web/identity/index.ts'
import { leaveDevice } from '#web/learning/player/leave-device.ts'
import { OfflineHost } from '#web/library/offline/offline-host.tsx'

/** Looks after what is kept on this device: what was saved, read and studied here. */
export function DeviceHost() {
  const api = useApi()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.session.user._id : null
  useEffect(() => (userId ? addSignOutStep(() => leaveDevice(api, userId)) : undefined), [api, userId])
  return <OfflineHost />
}
