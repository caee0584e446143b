import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'react-router'

/** Something that opens below its button and closes by Esc, by a press or focus elsewhere, and on the way to another page. */
export function useDisclosure<Root extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const root = useRef<Root>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()

  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [open])

  function closeByEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  return { open, setOpen, root, button, closeByEscape }
}
