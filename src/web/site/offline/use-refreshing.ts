import { useEffect } from 'react'
import { hourMs } from '#contract/kit/durations.ts'
import type { Api } from '#web/identity/index.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { refreshSaved, type Refreshed } from './refresh.ts'
import { listSaved } from './saved-store.ts'

/** The page loads first. */
const refreshAfterMs = 4_000
const checkAgainAfterMs = hourMs
// Right after the `online` event requests often still fail.
const tryAgainAfterMs = 5_000
const tries = 3

/** Refreshes the saved items some seconds after each page load, and at once when the network returns. */
export function useRefreshing(api: Api, owner: string | null): void {
  useEffect(() => {
    if (!owner) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = (afterMs: number, checkedBefore: number, triesLeft: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(checkedBefore, triesLeft), afterMs)
    }
    async function refresh(checkedBefore: number, triesLeft: number) {
      if (!navigator.onLine || listSaved().length === 0) return
      const refreshed = await refreshSaved(await api.sessions.read('/'), checkedBefore)
      notify(refreshed)
      if (refreshed.failed > 0 && triesLeft > 1) plan(tryAgainAfterMs, checkedBefore, triesLeft - 1)
    }
    plan(refreshAfterMs, Date.now() - checkAgainAfterMs, tries)
    const online = () => plan(0, Date.now(), tries)
    addEventListener('online', online)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', online)
    }
  }, [api, owner])
}

function notify({ updated, gone }: Refreshed): void {
  if (updated.length > 0)
    toast.success(
      updated.length === 1
        ? `“${updated[0]}” diperbarui di perangkat ini.`
        : `${updated.length} materi tersimpan diperbarui.`,
    )
  if (gone.length > 0) toast.success(`“${gone.join('”, “')}” tidak tersedia lagi dan dihapus dari perangkat ini.`)
}
