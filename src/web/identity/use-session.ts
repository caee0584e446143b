import { useSyncExternalStore } from 'react'
import { useApi } from './api.ts'
import type { SessionState } from './session-store.ts'

const unknown: SessionState = { status: 'unknown' }

/** The current session. It is unknown in the first render, on the server and in the browser. */
export function useSession(): SessionState {
  const { sessions } = useApi()
  return useSyncExternalStore(sessions.subscribe, sessions.snapshot, () => unknown)
}
