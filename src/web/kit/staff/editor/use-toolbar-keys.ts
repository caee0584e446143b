import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

/** One Tab stop for a toolbar: the arrow keys, Home and End move between its controls, and Tab returns to the last one. */
export function useToolbarKeys() {
  const toolbar = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)

  const listControls = () => [
    ...(toolbar.current?.querySelectorAll<HTMLElement>(':scope > button:not(:disabled), :scope > select') ?? []),
  ]

  // After every render, because controls appear and disappear with the selection.
  useEffect(() => {
    const controls = listControls()
    const stop = controls.find((control) => control === last.current) ?? controls[0]
    for (const control of controls) control.tabIndex = control === stop ? 0 : -1
  })

  return {
    ref: toolbar,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      last.current = target
      for (const control of listControls()) control.tabIndex = control === target ? 0 : -1
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const controls = listControls()
      const at = controls.indexOf(event.target as HTMLElement)
      const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: controls.length - 1 }
      const next = steps[event.key]
      if (at === -1 || next === undefined) return
      event.preventDefault()
      controls.at(next % controls.length)?.focus()
    },
  }
}
