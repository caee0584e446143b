import { useMemo, useSyncExternalStore } from 'react'
import { guest } from '#web/library/reading/reading-store.ts'
import { useReader } from '#web/library/reading/use-reader.ts'
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

/** What is kept on this device for whoever reads here, and whether there is more, of somebody whose session ended. */
export function useKept(): { saved: Saved[]; hasOthers: boolean } {
  const reader = useReader()
  const all = useSyncExternalStore(onSavedChange, snapshot, () => nothing)
  return useMemo(() => {
    const saved = all.filter(({ owner }) => owner === guest || owner === reader)
    return { saved, hasOthers: reader === guest && saved.length < all.length }
  }, [all, reader])
}

/** Can this browser keep anything? Not on plain http away from localhost. */
export const canKeep = (): boolean => typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'caches' in globalThis
