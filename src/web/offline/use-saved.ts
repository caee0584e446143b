import { useMemo, useSyncExternalStore } from 'react'
import { guest } from '#web/library/reading/reading-store.ts'
import { useReaderId } from '#web/library/reading/use-reader-id.ts'
import { listSaved, onSavedChange, type SavedItem } from './saved-store.ts'

const nothing: SavedItem[] = []

/** The saved items of the current user, and whether there are items of a user whose session has ended. */
export function useSaved(): { saved: SavedItem[]; hasOthers: boolean } {
  const reader = useReaderId()
  const all = useSyncExternalStore(onSavedChange, listSaved, () => nothing)
  return useMemo(() => {
    const saved = all.filter(({ owner }) => owner === guest || owner === reader)
    return { saved, hasOthers: reader === guest && saved.length < all.length }
  }, [all, reader])
}

/** False over plain HTTP, except on localhost: browsers offer no service worker there. */
export const canSaveOffline = (): boolean => typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'caches' in globalThis
