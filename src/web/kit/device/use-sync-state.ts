import { useSyncExternalStore } from 'react'
import { deviceSync, type SyncState, type SyncTask } from './sync.ts'

/** How sending the changes of this id goes. */
export function useSyncState<Result>(owner: string, task: SyncTask<Result>, id: string): SyncState {
  return useSyncExternalStore(
    deviceSync.subscribe,
    () => deviceSync.state(owner, task, id),
    () => 'idle',
  )
}
