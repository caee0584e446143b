import {
  DndContext,
  DragOverlay,
  type Active,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragOverEvent,
  type Over,
} from '@dnd-kit/core'
import { useState, type ReactNode } from 'react'
import { sortInstructions, useSortSensors } from '#web/kit/ui/lists/sortable-row.tsx'
import { drop, hover, namesOf, type Outline } from './outline.ts'

type Props = {
  outline: Outline
  findTarget: CollisionDetection
  /** Where other parents make room for a dragged part, it is shown by an overlay: the text of it, or null. */
  overlayOf?: (id: string) => string | null
  onArrange: (outline: Outline) => void
  children: (shown: Outline) => ReactNode
}

const idOf = (item: Active | Over): string => String(item.id)

/** Moves the parts of an outline by pointer, finger and keyboard. */
export function OutlineDrag({ outline, findTarget, overlayOf, onArrange, children }: Props) {
  /** The outline with room where the dragged part would land; null while nothing is dragged into another parent. */
  const [room, setRoom] = useState<Outline | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSortSensors()
  const shown = room ?? outline
  const makeRoom = ({ active, over }: DragOverEvent) => {
    const next = over ? hover(shown, idOf(active), idOf(over)) : shown
    if (next !== shown) setRoom(next)
  }
  const endDrag = () => {
    setRoom(null)
    setDragged(null)
  }
  const dropped = ({ active, over }: DragEndEvent) => {
    endDrag()
    if (over) onArrange(drop(shown, idOf(active), idOf(over)))
  }
  const overlay = dragged === null ? null : overlayOf?.(dragged)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      onDragStart={({ active }) => setDragged(idOf(active))}
      {...(overlayOf ? { onDragOver: makeRoom } : {})}
      onDragEnd={dropped}
      onDragCancel={endDrag}
      accessibility={{
        announcements: announcements(namesOf(outline)),
        screenReaderInstructions: { draggable: sortInstructions },
      }}
    >
      {children(shown)}
      {overlayOf && (
        <DragOverlay dropAnimation={null}>
          {overlay && (
            <p className="flex h-full items-center rounded-card border border-nila bg-surface px-4 font-semibold wrap-anywhere shadow-raised">
              {overlay}
            </p>
          )}
        </DragOverlay>
      )}
    </DndContext>
  )
}

/** Screen reader announcements during drag and drop. */
function announcements(names: Map<string, string>): Announcements {
  const name = (item: { id: string | number } | null) => names.get(String(item?.id)) ?? ''
  return {
    onDragStart: ({ active }) => `${name(active)} diangkat.`,
    // Over itself: the start was announced already.
    onDragOver: ({ active, over }) =>
      over?.id === active.id
        ? undefined
        : over
          ? `${name(active)} di atas ${name(over)}.`
          : `${name(active)} tidak di atas apa pun.`,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active)} ditaruh di ${name(over)}.` : `${name(active)} dikembalikan.`,
    onDragCancel: ({ active }) => `Batal. ${name(active)} dikembalikan.`,
  }
}
