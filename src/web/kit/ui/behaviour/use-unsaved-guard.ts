import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'

type Options = {
  /** What leaving means for the input; by default that it is lost. */
  text?: string | undefined
  /** Called before the user may leave. */
  onLeave?: () => void
  /** The query of the address names what the input is for, too. */
  withQuery?: boolean
}

/** Asks for confirmation before the user leaves unsaved input: on navigation, and with the native prompt when the tab closes. */
export function useUnsavedGuard(
  isDirty: () => boolean,
  { text = 'Tinggalkan halaman? Isian yang belum disimpan akan hilang.', onLeave, withQuery = false }: Options = {},
): void {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty() && (from.pathname !== to.pathname || (withQuery && from.search !== to.search)),
  )

  const leave = useEffectEvent(() => onLeave?.())
  const shownText = useEffectEvent(() => text)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    leave()
    void askConfirm({
      title: 'Perubahan belum disimpan.',
      text: shownText(),
      confirmLabel: 'Tinggalkan',
      cancelLabel: 'Tetap di sini',
      danger: true,
    }).then((isConfirmed) => (isConfirmed ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isDirty()) return
      onLeave?.()
      event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  })
}
