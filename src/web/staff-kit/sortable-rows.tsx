import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props<Item> = {
  items: readonly Item[]
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Receives the whole list in its new order. */
  onOrder: (items: Item[]) => void
  children: (item: Item) => ReactNode
  label: string
}

const icon = 'grid size-11 place-items-center rounded-field text-ink-3 hover:bg-sunken hover:text-ink disabled:opacity-35 disabled:hover:bg-transparent'

/** A list that can be reordered by drag and drop, by keyboard, or with buttons. */
export function SortableRows<Item>({ items, idOf, nameOf, onOrder, children, label }: Props<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown) => items.findIndex((item) => idOf(item) === id)
  const move = (from: number, to: number) => onOrder(arrayMove([...items], from, to))

  function dropped({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) move(indexOf(active.id), indexOf(over.id))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{
        announcements: announcements((id) => nameOf(items[indexOf(id)] as Item), indexOf),
        screenReaderInstructions: { draggable: instructions },
      }}
    >
      <SortableContext items={items.map(idOf)} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="grid gap-2">
          {items.map((item, index) => (
            <Row
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < items.length - 1 ? () => move(index, index + 1) : null}
            >
              <span className="w-7 shrink-0 text-right text-sm text-ink-3 tabular-nums">{index + 1}.</span>
              {children(item)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

type RowProps = { id: string; name: string; onUp: (() => void) | null; onDown: (() => void) | null; children: ReactNode }

function Row({ id, name, onUp, onDown, children }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      // Allowed by the content security policy, because it is never server-rendered: React sets it through the DOM.
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        'flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line bg-surface py-1 pr-2 pl-1 sm:flex-nowrap',
        isDragging && 'relative z-10 shadow-raised',
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={`Seret ${name}`}
        className={classNames(icon, 'shrink-0 cursor-grab touch-none active:cursor-grabbing')}
      >
        <GripVertical aria-hidden className="size-5" />
      </button>
      {children}
      <span className="ml-auto flex shrink-0">
        <button type="button" className={icon} disabled={!onUp} onClick={onUp ?? undefined} aria-label={`Naikkan ${name}`}>
          <ArrowUp aria-hidden className="size-4.5" />
        </button>
        <button type="button" className={icon} disabled={!onDown} onClick={onDown ?? undefined} aria-label={`Turunkan ${name}`}>
          <ArrowDown aria-hidden className="size-4.5" />
        </button>
      </span>
    </li>
  )
}

const instructions = 'Tekan spasi untuk mengangkat, panah atas atau bawah untuk memindahkan, spasi lagi untuk menaruh, Escape untuk batal.'

const announcements = (nameOf: (id: unknown) => string, indexOf: (id: unknown) => number): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} diangkat dari urutan ${indexOf(active.id) + 1}.`,
  onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} di urutan ${indexOf(over.id) + 1}.` : `${nameOf(active.id)} di luar daftar.`),
  onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} ditaruh di urutan ${indexOf(over.id) + 1}.` : `${nameOf(active.id)} dikembalikan.`),
  onDragCancel: ({ active }) => `Batal. ${nameOf(active.id)} dikembalikan.`,
})
