import Highlighter from 'lucide-react/icons/highlighter'
import { useEffect, useState } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { selectedOffsets } from './text-ranges.ts'

export type Selected = { start: number; end: number; quote: string }

type Props = { textElement: () => HTMLElement | null; onHighlight: (selected: Selected, withNote: boolean) => void }

/** Toolbar for selected text. At the bottom edge, because phones show their own menu next to the selection. */
export function SelectionBar({ textElement, onHighlight }: Props) {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    const updateSelection = () => {
      const element = textElement()
      setSelected(element && selectedOffsets(element, getSelection()))
    }
    document.addEventListener('selectionchange', updateSelection)
    return () => document.removeEventListener('selectionchange', updateSelection)
  }, [textElement])
  if (!selected) return null
  function highlight(withNote: boolean) {
    if (!selected) return
    onHighlight(selected, withNote)
    getSelection()?.removeAllRanges()
    setSelected(null)
  }
  return (
    <div
      role="toolbar"
      aria-label="Teks terpilih"
      className="fixed inset-x-0 bottom-0 z-40 flex justify-center gap-2 border-t border-line bg-surface px-3 py-3.5 shadow-dialog lg:left-75"
    >
      {/* Prevents the press from clearing the selection. */}
      <Button size="sm" onPointerDown={(event) => event.preventDefault()} onClick={() => highlight(false)}>
        <Highlighter aria-hidden className="size-4" /> Sorot
      </Button>
      <Button
        size="sm"
        variant="outline"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => highlight(true)}
      >
        Sorot dan catat
      </Button>
    </div>
  )
}
