import { useSession } from '#web/identity/index.ts'
import { visitor } from '#web/kit/device/owner.ts'

/** The owner of what this device stores: the id of the signed-in user, or `visitor`. Null until the session is known. */
export function useOwner(): string | null {
  const session = useSession()
  if (session.status === 'unknown') return null
  return session.status === 'signed-in' ? session.session.user._id : visitor
}
