import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { askConfirm } from './alerts.tsx'

/** Asks for confirmation before unsaved input is lost: on navigation, and with the native prompt when the tab closes. */
export function useUnsavedGuard(isDirty: () => boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askConfirm({
      title: 'Perubahan belum disimpan.',
      text: 'Tinggalkan halaman? Isian yang belum disimpan akan hilang.',
      confirmLabel: 'Tinggalkan',
      cancelLabel: 'Tetap di sini',
      danger: true,
    }).then((isConfirmed) => (isConfirmed ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  })
}
