import { useEffect, useEffectEvent, useRef } from 'react'
import { useBlocker } from 'react-router'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { addSignOutStep } from './use-sign-out.ts'

type Options = {
  /** Says what leaving does to the input; by default that it is lost. */
  text?: string | undefined
  /** Called before the user may leave. */
  onLeave?: () => void
  /** Called when the user signs out: nothing of the input may stay on this device. */
  onSignOut?: () => void
  /** The query of the address names what the input is for, too. */
  withQuery?: boolean
}

/**
 * Asks for confirmation before the user leaves unsaved input: on navigation, with the native prompt when the tab closes, and in the one
 * question of a sign-out, after which nothing more is asked.
 */
export function useUnsavedGuard(
  isDirty: () => boolean,
  {
    text = 'Tinggalkan halaman? Isian yang belum disimpan akan hilang.',
    onLeave,
    onSignOut,
    withQuery = false,
  }: Options = {},
): void {
  const hasSignedOut = useRef(false)
  const asks = () => !hasSignedOut.current && isDirty()
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      asks() && (from.pathname !== to.pathname || (withQuery && from.search !== to.search)),
  )

  const leave = useEffectEvent(() => onLeave?.())
  const shownText = useEffectEvent(() => text)

  const losses = useEffectEvent(() => (asks() ? 'Isian halaman ini yang belum disimpan akan hilang.' : ''))
  const clear = useEffectEvent(() => {
    hasSignedOut.current = true
    onSignOut?.()
  })
  useEffect(() => addSignOutStep({ losses: () => losses(), clear: () => clear() }), [])

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
      if (!asks()) return
      onLeave?.()
      event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  })
}
