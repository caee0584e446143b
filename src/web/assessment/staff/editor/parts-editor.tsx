import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, type ReactNode } from 'react'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'

type Props<Part> = {
  label: string
  parts: readonly Part[]
  idOf: (part: Part) => string
  /** Such as 'pilihan', for the buttons. */
  noun: string
  error?: string | undefined
  create: () => Part
  onChange: (parts: Part[]) => void
  children: (part: Part, index: number, change: (part: Part) => void) => ReactNode
}

/** Options, items or pairs of a question: added, removed and moved, by keyboard or by dragging. */
export function PartsEditor<Part>({ label, parts, idOf, noun, error, create, onChange, children }: Props<Part>) {
  const addButton = useRef<HTMLButtonElement>(null)
  const number = (part: Part) => parts.indexOf(part) + 1
  function remove(part: Part, pressed: Element) {
    // The last two cannot be removed.
    if (parts.length > 3) leaveRow(pressed)
    else addButton.current?.focus()
    toast.success(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${number(part)} dihapus.`)
    onChange(parts.filter((other) => other !== part))
  }
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <p aria-hidden="true" className="text-sm font-semibold">
        {label}
      </p>
      <SortableRows
        items={parts}
        idOf={idOf}
        nameOf={(part) => `${noun} ${number(part)}`}
        onOrder={onChange}
        label={label}
      >
        {(part) => (
          <div className="grid min-w-0 flex-1 basis-60 gap-2 py-2">
            {children(part, number(part) - 1, (changed) =>
              onChange(parts.map((other) => (other === part ? changed : other))),
            )}
            <Button
              type="button"
              variant="ghost"
              size="sm"
              className="justify-self-start text-mengkudu!"
              disabled={parts.length <= 2}
              onClick={(event) => remove(part, event.currentTarget)}
            >
              <Trash2 aria-hidden className="size-4" /> Hapus {noun} {number(part)}
            </Button>
          </div>
        )}
      </SortableRows>
      {error && (
        <p role="alert" className="text-sm font-semibold text-mengkudu">
          {error}
        </p>
      )}
      <Button
        ref={addButton}
        type="button"
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={parts.length >= 20}
        onClick={() => onChange([...parts, create()])}
      >
        <Plus aria-hidden className="size-4" /> Tambah {noun}
      </Button>
    </div>
  )
}
