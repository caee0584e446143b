import { useEffect, useRef } from 'react'

/**
 * Returns a function that resolves when no mouse button or finger is pressed, after the click that the press causes. Validation waits for it:
 * an error that appears between `mousedown` and `mouseup` moves the pressed button, and its click is lost.
 */
export function usePressEnd(): () => Promise<void> {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const end = () => {
      isPressed.current = false
      for (const resolve of waiting.current.splice(0)) resolve()
    }
    const listening = new AbortController()
    const on = (type: string, listener: (event: Event) => void) =>
      addEventListener(type, listener, { capture: true, signal: listening.signal })
    // Not `pointerdown`: a touch dispatches it and `pointerup` before the `mousedown` that moves the focus.
    on('mousedown', () => (isPressed.current = true))
    // The click follows in the same task as `mouseup`.
    on('mouseup', () => setTimeout(end))
    on('dragend', end)
    on('keydown', end)
    // No `mouseup` is dispatched when the press opened a native menu or left the window.
    on('mousemove', (event) => event instanceof MouseEvent && event.buttons === 0 && end())
    return () => {
      listening.abort()
      end()
    }
  }, [])

  return () => new Promise((resolve) => (isPressed.current ? waiting.current.push(resolve) : resolve()))
}
