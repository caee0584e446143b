import { startTransition, useEffect, useState } from 'react'
import { useApi } from '#web/identity/api.ts'
import type { SessionState } from './session-store.ts'

const unknown: SessionState = { status: 'unknown' }
const isHydrated = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset['hydrated'] !== undefined

/**
 * The current session. It is unknown in the first render of a visit, on the server and in the browser. Changes are transitions, so that the
 * many components that show a session do not block a slow phone when it becomes known, soon after hydration.
 */
export function useSession(): SessionState {
  const { sessions } = useApi()
  const [state, setState] = useState(() => (isHydrated() ? sessions.snapshot() : unknown))
  useEffect(() => {
    const update = () => startTransition(() => setState(sessions.snapshot()))
    update()
    return sessions.subscribe(update)
  }, [sessions])
  return state
}
