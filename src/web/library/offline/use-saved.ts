import { useSyncExternalStore } from 'react'
import { listSaved, onSavedChange, type Saved } from './saved-store.ts'

let lastText = ''
let last: Saved[] = []
const nothing: Saved[] = []

/** The same list as long as it says the same. */
function snapshot(): Saved[] {
  const list = listSaved()
  const text = JSON.stringify(list)
  if (text !== lastText) [lastText, last] = [text, list]
  return last
}

/** What is kept on this device. */
export const useSaved = (): Saved[] => useSyncExternalStore(onSavedChange, snapshot, () => nothing)

/** Can this browser keep anything? Not on plain http away from localhost. */
export const canKeep = (): boolean => typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'caches' in globalThis
