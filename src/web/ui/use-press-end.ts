import { useEffect, useRef } from 'react'

type Press = { ended: Promise<void>; end: () => void }

/**
 * Returns a function that resolves when no mouse button or finger is pressed, after the click that the press causes. Validation waits for it:
 * an error that appears between `mousedown` and `mouseup` moves the pressed button, and its click is lost.
 */
export function usePressEnd(): () => Promise<void> {
  const press = useRef<Press | null>(null)

  useEffect(() => {
    const start = () => {
      if (press.current) return
      let end = () => {}
      const ended = new Promise<void>((resolve) => (end = resolve))
      press.current = { ended, end }
    }
    const end = () => {
      press.current?.end()
      press.current = null
    }
    // The click follows in the same task as `mouseup`.
    const endAfterClick = () => setTimeout(end)
    // No `mouseup` is dispatched when the press opened a native menu or left the window.
    const endIfReleased = (event: MouseEvent) => {
      if (event.buttons === 0) end()
    }
    // Not `pointerdown`: a touch dispatches it and `pointerup` before the `mousedown` that moves the focus.
    addEventListener('mousedown', start, true)
    addEventListener('mouseup', endAfterClick, true)
    addEventListener('dragend', end, true)
    addEventListener('mousemove', endIfReleased, true)
    addEventListener('keydown', end, true)
    return () => {
      removeEventListener('mousedown', start, true)
      removeEventListener('mouseup', endAfterClick, true)
      removeEventListener('dragend', end, true)
      removeEventListener('mousemove', endIfReleased, true)
      removeEventListener('keydown', end, true)
      end()
    }
  }, [])

  return () => press.current?.ended ?? Promise.resolve()
}
