import { useSession } from '#web/identity/index.ts'
import { guest } from './reading-store.ts'

/** Who reads here: a person's id, or the guest; null until it is known. */
export function useReader(): string | null {
  const session = useSession()
  if (session.status === 'unknown') return null
  return session.status === 'signed-in' ? session.session.user._id : guest
}
