import { useEffect, useState } from 'react'
import { addSignOutStep, takeLeft, useApi, type Api } from '#web/identity/index.ts'
import { forgetReadings, guest, listUnsent } from '#web/library/reading/reading-store.ts'
import { sendUnsent } from '#web/library/reading/sync-reading.ts'
import { useReader } from '#web/library/reading/use-reader.ts'
import { askConfirm } from '#web/ui/alerts.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { forget, forgetEverything, listSaved, type Saved } from './saved-store.ts'
import { useRefreshing } from './use-refreshing.ts'
import { watchUpdates } from './watch-updates.ts'

/** Stands once on every page: the service worker and its new versions, progress that waits to be sent, what is kept and its newer versions, and what a signing out clears. */
export function OfflineHost() {
  const api = useApi()
  const owner = useReader()
  const [applyUpdate, setApplyUpdate] = useState<(() => void) | null>(null)

  useEffect(() => watchUpdates((apply) => setApplyUpdate(() => apply)), [])
  useEffect(() => {
    if (!owner) return
    // A session may end by itself: its person finds everything again, and meanwhile nobody sees it. It goes with whoever
    // left on purpose, and as soon as somebody else signs in.
    const left = takeLeft()
    const isGone = (entry: Saved) => entry.owner === left || (owner !== guest && entry.owner !== owner)
    for (const entry of listSaved()) if (entry.owner !== guest && isGone(entry)) void forget(entry)
  }, [owner])
  useSending(api, owner)
  useRefreshing(api, owner)
  useEffect(() => addSignOutStep(async () => owner === null || leave(api, owner)), [api, owner])

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

/** What was read without a network is told as soon as there is one. */
function useSending(api: Api, owner: string | null): void {
  useEffect(() => {
    if (!owner || owner === guest) return
    const send = async (): Promise<boolean> => {
      const waiting = listUnsent(owner).length
      return waiting > 0 && (await sendUnsent(api, owner)) === waiting
    }
    // What the page before had no time to send was read online: that is no news.
    if (navigator.onLine) void send()
    const online = async () => {
      if (await send()) toast.success('Kembali online, progres disinkronkan.')
    }
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [api, owner])
}

/** Signing out clears this device, after a warning of what that takes away. False: the person stays. */
async function leave(api: Api, owner: string): Promise<boolean> {
  const saved = listSaved()
  if (listUnsent(owner).length > 0) await sendUnsent(api, owner)
  const lost = listUnsent(owner).length > 0 ? ' Sebagian progres membaca belum terkirim dan akan hilang.' : ''
  if (saved.length > 0 || lost) {
    const text = `${saved.length > 0 ? `${saved.length} materi tersimpan akan dihapus dari perangkat ini.` : ''}${lost}`.trim()
    if (!(await askConfirm({ title: 'Keluar dari akun?', text, confirmLabel: 'Keluar', danger: true }))) return false
  }
  if ('caches' in globalThis) await forgetEverything()
  forgetReadings(owner)
  return true
}
