import { useSyncExternalStore } from 'react'
import { useApi } from './api.ts'
import type { SessionState } from './session-store.ts'

const unknown: SessionState = { status: 'unknown' }

/** Who is signed in here. The first render, on both sides, does not know yet. */
export function useSession(): SessionState {
  const { sessions } = useApi()
  return useSyncExternalStore(sessions.subscribe, sessions.snapshot, () => unknown)
}
