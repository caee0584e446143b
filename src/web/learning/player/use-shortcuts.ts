import { useEffect, useEffectEvent, useState } from 'react'

const storageKey = 'cendaki-shortcuts'

/** Single-key shortcuts. Ignored while the student types, and can be turned off (WCAG 2.1.4). */
export function useShortcuts(actions: Record<string, () => void>) {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(storageKey) !== 'off')

  // Sees the lesson of the latest render: a key pressed right after the lesson changed never acts on the one before.
  const press = useEffectEvent((event: KeyboardEvent) => {
    // `repeat`: a key held down counts once.
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
    // The dialog with the shortcuts opens even when they are off, because it turns them on again.
    if (!enabled && event.key !== '?') return
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  return {
    enabled,
    setEnabled(on: boolean) {
      setEnabled(on)
      if (on) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, 'off')
    },
  }
}

const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
