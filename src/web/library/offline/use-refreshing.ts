import { useEffect } from 'react'
import type { Api } from '#web/identity/index.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Refreshed } from './refresh.ts'
import { listSaved } from './saved-store.ts'

/** The page itself comes first. */
const refreshAfterMs = 4_000
const checkAgainAfterMs = 60 * 60_000

/** Keeps what is kept as new as what the server has: a while after each page, and at once when a network comes back. */
export function useRefreshing(api: Api, owner: string | null): void {
  useEffect(() => {
    if (!owner) return
    const refresh = async (checkedBefore: number) => {
      if (!navigator.onLine || listSaved().length === 0) return
      const { refreshSaved } = await import('./refresh.ts')
      tell(await refreshSaved(await api.sessions.read('/'), checkedBefore))
    }
    // What fails is tried again with the next page.
    const timer = setTimeout(() => void refresh(Date.now() - checkAgainAfterMs).catch(() => {}), refreshAfterMs)
    const online = () => void refresh(Date.now()).catch(() => {})
    addEventListener('online', online)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', online)
    }
  }, [api, owner])
}

function tell({ updated, gone }: Refreshed): void {
  if (updated.length > 0)
    toast.success(updated.length === 1 ? `“${updated[0]}” diperbarui di perangkat ini.` : `${updated.length} materi tersimpan diperbarui.`)
  if (gone.length > 0) toast.success(`“${gone.join('”, “')}” tidak tersedia lagi dan dihapus dari perangkat ini.`)
}
