import { lazy, Suspense, useEffect, useState } from 'react'
import { useApi } from '#web/identity/index.ts'
import { takeSignedOutUser } from '#web/identity/session/take-signed-out-user.ts'
import { visitor } from '#web/kit/device/owner.ts'
import { useOwner } from '#web/library/use-owner.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { listSaved, peopleOf, removeSaved, type SavedItem } from './saved-store.ts'
import { useRefreshing } from './use-refreshing.ts'
import { watchUpdates } from './watch-updates.ts'

// Rarely shown. Without a connection it is asked at another visit.
const LeftBehindNote = lazy(() =>
  import('./left-behind-note.tsx').then(
    ({ LeftBehindNote }) => ({ default: LeftBehindNote }),
    () => ({ default: () => null }),
  ),
)

/** Service worker updates, refresh of saved items, and removal of items whose user has signed out. */
export function OfflineHost({ clear }: { clear: (userId: string) => Promise<void> }) {
  const api = useApi()
  const owner = useOwner()
  const [people, setPeople] = useState<readonly string[]>([])
  const [applyUpdate, setApplyUpdate] = useState<(() => void) | null>(null)

  useEffect(() => watchUpdates((apply) => setApplyUpdate(() => apply)), [])
  useEffect(() => {
    if (!owner) return undefined
    // After an expired or ended session the saved items stay, hidden until their user signs in again or answers the note. They are removed on
    // sign-out and when another user signs in.
    const signedOutId = takeSignedOutUser()
    const isGone = (entry: SavedItem) => entry.owner === signedOutId || (owner !== visitor && entry.owner !== owner)
    for (const entry of listSaved()) if (entry.owner !== visitor && isGone(entry)) void removeSaved(entry)
    const look = () =>
      setPeople(owner === visitor && signedOutId === null ? peopleOf(Object.keys(localStorage), listSaved()) : [])
    look()
    // Another tab signs out, and deletes.
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [owner])
  useRefreshing(api, owner)

  return (
    <div role="status">
      {people.length > 0 && (
        <Suspense>
          <LeftBehindNote people={people} clear={clear} />
        </Suspense>
      )}
      {applyUpdate && (
        <div className="fixed inset-x-3 bottom-24 z-40 mx-auto flex max-w-120 flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-dialog lg:bottom-3">
          <p className="font-semibold">Versi baru tersedia</p>
          <div className="flex gap-2">
            <Button size="sm" variant="outline" onClick={() => setApplyUpdate(null)}>
              Nanti
            </Button>
            <Button size="sm" onClick={applyUpdate}>
              Muat ulang
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
