import { useSortable } from '@dnd-kit/sortable'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'
import type { Part, PartKind } from './outline.ts'

export type RowActions = {
  step: (part: Part, by: -1 | 1) => void
  canStep: (part: Part, by: -1 | 1) => boolean
  rename: (part: Part, title: string) => void
  remove: (part: Part, title: string) => void
  addTopic: (moduleId: string) => void
  addSection: (topicId: string) => void
  edit: (sectionId: string) => void
}

const styles: Record<PartKind, { item: string; title: string; label: string }> = {
  module: { item: 'rounded-field border border-line bg-sunken p-2 md:p-3', title: 'font-bold', label: 'modul' },
  topic: { item: 'rounded-field border border-line bg-surface p-1.5 md:p-2', title: 'font-semibold', label: 'topik' },
  section: { item: 'rounded-chip bg-surface', title: '', label: 'bagian' },
}

// On a phone the title fills the first line, and the buttons are below it.
const wide = 'min-w-0 flex-1 max-sm:basis-[calc(100%-3rem)]'

type Props = { part: Part; title: string; detail?: string; actions: RowActions; children?: ReactNode }

/** One part of the outline with its actions and child parts. */
export function OutlineRow({ part, title, detail, actions, children }: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: part.id,
    data: { part },
  })
  const { item, title: titleClass, label } = styles[part.kind]
  const name = `${label} ${title}`
  return (
    <li
      ref={setNodeRef}
      className={classNames(item, isDragging && 'relative z-10 opacity-80 shadow-dialog')}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      <div className="flex flex-wrap items-center gap-x-1">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Pindahkan ${name}`}
          className="grid size-10 shrink-0 cursor-grab touch-none place-items-center rounded-chip text-ink-3 hover:bg-sunken hover:text-ink active:cursor-grabbing"
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        {part.kind === 'section' ? (
          <button
            type="button"
            onClick={() => actions.edit(part.id)}
            className={classNames('min-h-10 text-left wrap-anywhere hover:underline', wide)}
          >
            <span className="sr-only">Tulis bagian </span>
            {title}
            {detail && <span className="ml-2 text-sm text-ink-3">{detail}</span>}
          </button>
        ) : (
          <span className={classNames('py-1.5 wrap-anywhere', wide, titleClass)}>{title}</span>
        )}
        <span className="ml-auto flex flex-wrap items-center justify-end">
          {part.kind !== 'section' && (
            <IconButton
              label={part.kind === 'module' ? `Tambah topik ke ${name}` : `Tambah bagian ke ${name}`}
              onClick={() => (part.kind === 'module' ? actions.addTopic(part.id) : actions.addSection(part.id))}
            >
              <Plus aria-hidden className="size-4.5" />
            </IconButton>
          )}
          <IconButton
            label={`Naikkan ${name}`}
            disabled={!actions.canStep(part, -1)}
            onClick={() => actions.step(part, -1)}
          >
            <ArrowUp aria-hidden className="size-4.5" />
          </IconButton>
          <IconButton
            label={`Turunkan ${name}`}
            disabled={!actions.canStep(part, 1)}
            onClick={() => actions.step(part, 1)}
          >
            <ArrowDown aria-hidden className="size-4.5" />
          </IconButton>
          {part.kind !== 'section' && (
            <IconButton label={`Ubah judul ${name}`} onClick={() => actions.rename(part, title)}>
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
          )}
          <IconButton label={`Hapus ${name}`} isDanger onClick={() => actions.remove(part, title)}>
            <Trash aria-hidden className="size-4.5" />
          </IconButton>
        </span>
      </div>
      {children && <div className="mt-1 pl-2 md:pl-6">{children}</div>}
    </li>
  )
}

const IconButton = ({
  label,
  isDanger = false,
  ...button
}: { label: string; isDanger?: boolean } & ComponentProps<'button'>) => (
  <button
    {...button}
    type="button"
    aria-label={label}
    title={label}
    className={classNames(
      'hit-44 relative grid size-9 place-items-center rounded-chip hover:bg-sunken disabled:opacity-30',
      isDanger ? 'text-mengkudu' : 'text-ink-2 hover:text-ink',
    )}
  />
)
