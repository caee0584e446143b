import { useSyncExternalStore } from 'react'
import type { DeviceStore } from './device-store.ts'

/** Reads the store, also after changes in other tabs. Null on the server, while `owner` is null, and when nothing is stored. */
export function useStored<Value>(store: DeviceStore<Value>, owner: string | null, id: string): Value | null {
  return useSyncExternalStore(
    store.subscribe,
    () => (owner === null ? null : store.read(owner, id)),
    () => null,
  )
}
