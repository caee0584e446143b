import { useEffect } from 'react'

/** Single-key shortcuts. Ignored while the reader types or a dialog is open, and can be turned off (WCAG 2.1.4). */
export function useShortcuts(keys: Record<string, () => void>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target as HTMLElement | null
      if (target?.closest('input, textarea, select, [contenteditable], dialog') || document.querySelector('dialog:modal')) return
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
