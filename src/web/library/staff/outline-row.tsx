import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'
import { SortableRow } from '#web/kit/ui/lists/sortable-row.tsx'
import type { PartKind } from './outline.ts'

export type RowActions = {
  /** Null where the part cannot move. */
  step: (id: string, by: -1 | 1) => (() => void) | null
  rename: (kind: PartKind, id: string, title: string) => void
  remove: (kind: PartKind, id: string, title: string) => void
  addTopic: (moduleId: string) => void
  addSection: (topicId: string) => void
  edit: (sectionId: string) => void
}

const titles: Record<PartKind, string> = { module: 'font-bold', topic: 'font-semibold', section: '' }

// On a phone the title fills the first line, and the buttons are below it.
const wide = 'min-w-0 flex-1 max-sm:basis-[calc(100%-4rem)]'

type Props = {
  kind: PartKind
  id: string
  title: string
  /** With its kind. */ name: string
  detail?: string
  actions: RowActions
  /** The child parts. */
  children?: ReactNode
}

/** One part of the outline with its actions and child parts. */
export function OutlineRow({ kind, id, title, name, detail, actions, children }: Props) {
  return (
    <SortableRow
      id={id}
      name={name}
      data={{ kind }}
      onUp={actions.step(id, -1)}
      onDown={actions.step(id, 1)}
      {...(kind === 'module' ? { className: 'bg-sunken' } : {})}
      below={children && <div className="px-1.5 pb-2 sm:pr-2 sm:pl-6">{children}</div>}
    >
      {kind === 'section' ? (
        <button
          type="button"
          onClick={() => actions.edit(id)}
          className={classNames('min-h-11 text-left wrap-anywhere hover:underline', wide)}
        >
          <span className="sr-only">Tulis bagian </span>
          {title}
          {detail && <span className="ml-2 text-sm whitespace-nowrap text-ink-3">{detail}</span>}
        </button>
      ) : (
        <span className={classNames('py-1.5 wrap-anywhere', wide, titles[kind])}>{title}</span>
      )}
      <span className="flex shrink-0 flex-wrap items-center">
        {kind !== 'section' && (
          <>
            <IconButton
              label={kind === 'module' ? `Tambah topik ke ${name}` : `Tambah bagian ke ${name}`}
              onClick={() => (kind === 'module' ? actions.addTopic(id) : actions.addSection(id))}
            >
              <Plus aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton label={`Ubah judul ${name}`} onClick={() => actions.rename(kind, id, title)}>
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
          </>
        )}
        <IconButton label={`Hapus ${name}`} isDanger onClick={() => actions.remove(kind, id, title)}>
          <Trash aria-hidden className="size-4.5" />
        </IconButton>
      </span>
    </SortableRow>
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
      'hit-44 relative grid size-9 place-items-center rounded-chip hover:bg-sunken',
      isDanger ? 'text-mengkudu' : 'text-ink-2 hover:text-ink',
    )}
  />
)
