import { useEffect, useState } from 'react'

/** Hides everything but the lesson. Ends with Esc or when the player unmounts. */
export function useFocusMode() {
  const [on, setOn] = useState(false)

  useEffect(() => {
    document.documentElement.toggleAttribute('data-focus-mode', on)
    return () => document.documentElement.removeAttribute('data-focus-mode')
  }, [on])

  useEffect(() => {
    if (!on) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) setOn(false)
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [on])

  return { on, toggle: () => setOn((before) => !before) }
}
