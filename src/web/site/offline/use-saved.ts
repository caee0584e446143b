import { useMemo, useSyncExternalStore } from 'react'
import { visitor } from '#web/kit/device/owner.ts'
import { useOwner } from '#web/library/use-owner.ts'
import { listSaved, onSavedChange, type SavedItem } from './saved-store.ts'

const nothing: SavedItem[] = []

/** The saved items of the current user, and whether there are items of a user whose session has ended. */
export function useSaved(): { saved: SavedItem[]; hasOthers: boolean } {
  const owner = useOwner()
  const all = useSyncExternalStore(onSavedChange, listSaved, () => nothing)
  return useMemo(() => {
    const saved = all.filter((item) => item.owner === visitor || item.owner === owner)
    return { saved, hasOthers: owner === visitor && saved.length < all.length }
  }, [all, owner])
}

/** False over plain HTTP, except on localhost: browsers offer no service worker there. */
export const canSaveOffline = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'caches' in globalThis
