import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
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
  const number = (part: Part) => parts.indexOf(part) + 1
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
              onClick={() => onChange(parts.filter((other) => other !== part))}
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
