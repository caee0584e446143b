import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { askConfirm } from '#web/ui/alerts.tsx'

/** Asks before leaving a page whose form holds something that was not saved: by a link, by Back, by closing the tab. */
export function useUnsavedGuard(isDirty: boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askConfirm({
      title: 'Perubahan belum disimpan',
      text: 'Kalau halaman ini ditinggalkan, isian yang belum disimpan hilang.',
      confirmLabel: 'Tinggalkan',
      cancelLabel: 'Tetap di sini',
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker.state])

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
