import { useEffect, useState } from 'react'
import { addSignOutStep, takeSignedOutUser, useApi, type Api } from '#web/identity/index.ts'
import { clearReadings, guest, listUnsent } from '#web/library/reading/reading-store.ts'
import { sendUnsent } from '#web/library/reading/sync-reading.ts'
import { useReaderId } from '#web/library/reading/use-reader-id.ts'
import { askConfirm } from '#web/ui/alerts.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { removeSaved, removeAllSaved, listSaved, type SavedItem } from './saved-store.ts'
import { useRefreshing } from './use-refreshing.ts'
import { watchUpdates } from './watch-updates.ts'

/** Rendered once on every page: service worker updates, sending of unsent reading progress, refresh of saved items, and clean-up on sign-out. */
export function OfflineHost() {
  const api = useApi()
  const owner = useReaderId()
  const [applyUpdate, setApplyUpdate] = useState<(() => void) | null>(null)

  useEffect(() => watchUpdates((apply) => setApplyUpdate(() => apply)), [])
  useEffect(() => {
    if (!owner) return
    // After an expired session the saved items stay, hidden until their user signs in again. They are removed on sign-out
    // and when another user signs in.
    const signedOutId = takeSignedOutUser()
    const isGone = (entry: SavedItem) => entry.owner === signedOutId || (owner !== guest && entry.owner !== owner)
    for (const entry of listSaved()) if (entry.owner !== guest && isGone(entry)) void removeSaved(entry)
  }, [owner])
  useSendUnsent(api, owner)
  useRefreshing(api, owner)
  useEffect(() => addSignOutStep(async () => owner === null || clearDevice(api, owner)), [api, owner])

  return (
    <div role="status">
      {applyUpdate && (
        <div className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-120 flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-dialog">
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

/** Sends reading progress that was recorded offline as soon as there is a network. */
function useSendUnsent(api: Api, owner: string | null): void {
  useEffect(() => {
    if (!owner || owner === guest) return
    const send = async (): Promise<boolean> => {
      const waiting = listUnsent(owner).length
      return waiting > 0 && (await sendUnsent(api, owner)) === waiting
    }
    // Progress that the previous page had no time to send was recorded online: no notification.
    if (navigator.onLine) void send()
    const online = async () => {
      if (await send()) toast.success('Kembali online, progres disinkronkan.')
    }
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [api, owner])
}

/** Removes saved items and reading progress on sign-out, after a confirmation. False cancels the sign-out. */
async function clearDevice(api: Api, owner: string): Promise<boolean> {
  const saved = listSaved()
  if (listUnsent(owner).length > 0) await sendUnsent(api, owner)
  const lost = listUnsent(owner).length > 0 ? ' Sebagian progres membaca belum terkirim dan akan hilang.' : ''
  if (saved.length > 0 || lost) {
    const text = `${saved.length > 0 ? `${saved.length} materi tersimpan akan dihapus dari perangkat ini.` : ''}${lost}`.trim()
    if (!(await askConfirm({ title: 'Keluar dari akun?', text, confirmLabel: 'Keluar', danger: true }))) return false
  }
  if ('caches' in globalThis) await removeAllSaved()
  clearReadings(owner)
  return true
}
