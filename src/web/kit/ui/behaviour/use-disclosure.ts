import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useResettingState } from './use-resetting-state.ts'

const isLink = (target: EventTarget | null) => target instanceof Element && target.closest('a') !== null

/** A panel that opens below its button and closes on Esc, on a press or focus outside, on any link inside, and on navigation. */
export function useDisclosure<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  const [open, setOpen] = useResettingState(key, false)

  useEffect(() => {
    const element = root.current
    if (!open || !element) return
    const closeOutside = (event: Event) => {
      if (!element.contains(event.target as Node)) setOpen(false)
    }
    const closeOnLink = (event: Event) => {
      if (isLink(event.target)) setOpen(false)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    element.addEventListener('click', closeOnLink)
    element.addEventListener('keydown', closeByEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      element.removeEventListener('click', closeOnLink)
      element.removeEventListener('keydown', closeByEscape)
    }
  }, [open, setOpen])

  return { open, setOpen, root, button }
}
