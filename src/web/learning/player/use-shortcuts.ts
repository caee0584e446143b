import { useEffect, useState } from 'react'

const storageKey = 'cendaki-shortcuts'

/** Keys of one letter, unless the student turned them off (WCAG 2.1.4) or is writing somewhere. */
export function useShortcuts(actions: Record<string, () => void>) {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(storageKey) !== 'off')

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A key that is held down was pressed once.
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      // The list of keys opens even when they are off: that is where they are turned on again.
      if (!enabled && event.key !== '?') return
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

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
