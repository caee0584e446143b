import { useEffect, useEffectEvent } from 'react'

/** By key; an action that returns false leaves the key to the browser. */
export type Shortcuts = Record<string, () => unknown>

type Options = {
  /** Single-key shortcuts must be possible to turn off (WCAG 2.1.4); each place stores that setting itself. */
  isOn?: boolean
  /** Works also when the others are off, for the key that opens their setting. */
  alwaysOn?: string
}

/** Single-key shortcuts of a page, ignored while the user types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts, { isOn = true, alwaysOn }: Options = {}): void {
  // Sees the latest render: a key pressed right after a navigation never acts on the page before.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
    // A letter held down counts once; arrows repeat, as everywhere.
    if (event.repeat && event.key.length === 1) return
    if (!isOn && event.key !== alwaysOn) return
    const action = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined
    if (action && action() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null) ||
  document.querySelector('dialog:modal') !== null
