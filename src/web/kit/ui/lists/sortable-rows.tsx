import { closestCenter, DndContext, type Announcements, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { SortableRow, sortInstructions, useSortSensors } from './sortable-row.tsx'

type Props<Item> = {
  items: readonly Item[]
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Receives the whole list in its new order. */
  onOrder: (items: Item[]) => void
  children: (item: Item) => ReactNode
  /** Moves with the row. */
  renderBelow?: (item: Item) => ReactNode
  label: string
}

/** A list that can be reordered by drag and drop, by keyboard, or with buttons. */
export function SortableRows<Item>({ items, idOf, nameOf, onOrder, children, renderBelow, label }: Props<Item>) {
  const sensors = useSortSensors()
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
        screenReaderInstructions: { draggable: sortInstructions },
      }}
    >
      <SortableContext items={items.map(idOf)} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="grid gap-2">
          {items.map((item, index) => (
            <SortableRow
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < items.length - 1 ? () => move(index, index + 1) : null}
              below={renderBelow?.(item)}
            >
              <span className="w-7 shrink-0 text-right text-sm text-ink-3 tabular-nums">{index + 1}.</span>
              {children(item)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const announcements = (nameOf: (id: unknown) => string, indexOf: (id: unknown) => number): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} diangkat dari urutan ${indexOf(active.id) + 1}.`,
  onDragOver: ({ active, over }) =>
    over ? `${nameOf(active.id)} di urutan ${indexOf(over.id) + 1}.` : `${nameOf(active.id)} di luar daftar.`,
  onDragEnd: ({ active, over }) =>
    over ? `${nameOf(active.id)} ditaruh di urutan ${indexOf(over.id) + 1}.` : `${nameOf(active.id)} dikembalikan.`,
  onDragCancel: ({ active }) => `Batal. ${nameOf(active.id)} dikembalikan.`,
})
