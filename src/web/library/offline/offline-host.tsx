import { useEffect, useState } from 'react'
import { addSignOutStep, useApi, useSession } from '#web/identity/index.ts'
import { forgetReadings, guest, listUnsent } from '#web/library/reading/reading-store.ts'
import { sendUnsent } from '#web/library/reading/sync-reading.ts'
import { askConfirm } from '#web/ui/alerts.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Refreshed } from './refresh.ts'
import { forget, forgetEverything, listSaved } from './saved-store.ts'
import { watchUpdates } from './watch-updates.ts'

const refreshAfterMs = 4_000
const checkAgainAfterMs = 60 * 60_000

function tell({ updated, gone }: Refreshed): void {
  if (updated.length > 0)
    toast.success(updated.length === 1 ? `“${updated[0]}” diperbarui di perangkat ini.` : `${updated.length} materi tersimpan diperbarui.`)
  if (gone.length > 0) toast.success(`“${gone.join('”, “')}” tidak tersedia lagi dan dihapus dari perangkat ini.`)
}

/** Stands once on every page: the service worker and its new versions, progress that waits to be sent, and what a signing out clears. */
export function OfflineHost() {
  const api = useApi()
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.session.user._id : session.status === 'signed-out' ? guest : null
  const [applyUpdate, setApplyUpdate] = useState<(() => void) | null>(null)

  useEffect(() => watchUpdates((apply) => setApplyUpdate(() => apply)), [])

  useEffect(() => {
    if (!owner) return
    // What another person kept here is not this one's to open.
    for (const entry of listSaved()) if (entry.owner !== guest && entry.owner !== owner) void forget(entry)
    if (owner === guest) return
    const send = async () => {
      const waiting = listUnsent(owner).length
      if (waiting > 0 && (await sendUnsent(api, owner)) === waiting) toast.success('Kembali online, progres disinkronkan.')
    }
    if (navigator.onLine) void send()
    const online = () => void send()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [api, owner])

  useEffect(() => {
    if (!owner) return
    const refresh = async (checkedBefore: number) => {
      if (!navigator.onLine || listSaved().length === 0) return
      const { refreshSaved } = await import('./refresh.ts')
      tell(await refreshSaved(await api.sessions.read('/'), checkedBefore))
    }
    // The page itself comes first.
    const timer = setTimeout(() => void refresh(Date.now() - checkAgainAfterMs).catch(() => {}), refreshAfterMs)
    const online = () => void refresh(Date.now()).catch(() => {})
    addEventListener('online', online)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', online)
    }
  }, [api, owner])

  useEffect(
    () =>
      addSignOutStep(async () => {
        if (!owner) return true
        const saved = listSaved()
        const unsent = listUnsent(owner)
        if (unsent.length > 0) await sendUnsent(api, owner)
        const lost = listUnsent(owner).length > 0 ? ' Sebagian progres membaca belum terkirim dan akan hilang.' : ''
        if (saved.length > 0 || lost) {
          const text = `${saved.length > 0 ? `${saved.length} materi tersimpan akan dihapus dari perangkat ini.` : ''}${lost}`.trim()
          if (!(await askConfirm({ title: 'Keluar dari akun?', text, confirmLabel: 'Keluar', danger: true }))) return false
        }
        if ('caches' in globalThis) await forgetEverything()
        forgetReadings(owner)
        return true
      }),
    [api, owner],
  )

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
