import { useSession } from '#web/identity/index.ts'
import { guest } from './reading-store.ts'

/** The id of the signed-in user, or the guest id. Null until the session is known. */
export function useReaderId(): string | null {
  const session = useSession()
  if (session.status === 'unknown') return null
  return session.status === 'signed-in' ? session.session.user._id : guest
}
