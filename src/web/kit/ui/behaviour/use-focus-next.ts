import { useCallback, useEffect, useRef } from 'react'

const first = '[tabindex="-1"], input:not([hidden]), textarea, select, button'

/**
 * For what gives way to something else when it is pressed: the focus, which went with it, moves to what follows, or to the first heading,
 * field, or button in it. `step` names what is shown; the returned `ref` belongs to it. The first render does not move the focus.
 */
export function useFocusNext(step: unknown): (part: HTMLElement | null) => void {
  const shown = useRef<HTMLElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    // Who has gone on meanwhile stays there.
    const { activeElement } = document
    if (activeElement !== document.body && !activeElement?.matches('[data-kept-focus]')) return
    const part = shown.current
    ;(part?.querySelector<HTMLElement>(first) ?? part)?.focus()
  }, [step])
  return useCallback((part) => {
    shown.current = part
  }, [])
}
