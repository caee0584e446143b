import { KeyboardSensor, PointerSensor, TouchSensor, useDndContext, useSensor, useSensors } from '@dnd-kit/core'
import { sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'

const icon =
  'grid size-11 place-items-center rounded-field text-ink-3 hover:bg-sunken hover:text-ink disabled:opacity-35 disabled:hover:bg-transparent'

/** Dragging with a pointer, a finger or the keyboard. A click and a swipe do not start it. */
export const useSortSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

export const sortInstructions =
  'Tekan spasi untuk mengangkat, panah atas atau bawah untuk memindahkan, spasi lagi untuk menaruh, Escape untuk batal. Tombol naikkan dan turunkan juga tersedia.'

type Props = {
  id: string
  name: string
  /** Null at the edge of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  /** Identifies the row to the handlers of a drag. */
  data?: Record<string, unknown>
  /** True when a dragged row with this data may be dropped here; without it, every row may. */
  accepts?: (data: unknown) => boolean
  className?: string
  /** While it is dragged, an overlay shows it, and the row shows where it will land. */
  leavesGap?: boolean
  children: ReactNode
  /** Moves with the row. */
  below?: ReactNode
}

/** A row with a handle to drag it by, its content, and buttons that move it. */
export function SortableRow({
  id,
  name,
  onUp,
  onDown,
  data,
  accepts,
  className,
  leavesGap = false,
  children,
  below,
}: Props) {
  const { active } = useDndContext()
  const isRejecting = active !== null && accepts !== undefined && !accepts(active.data.current)
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    ...(data ? { data } : {}),
    disabled: { draggable: false, droppable: isRejecting },
  })
  return (
    <li
      ref={setNodeRef}
      // Allowed by the content security policy, because it is never server-rendered: React sets it through the DOM.
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        'rounded-card border',
        isDragging && leavesGap
          ? 'border-dashed border-nila bg-nila-50 [&>*]:opacity-0'
          : classNames('border-line', className ?? 'bg-surface'),
        isDragging && !leavesGap && 'relative z-10 shadow-raised',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-2 pl-1">
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
          <button
            type="button"
            className={icon}
            disabled={!onUp}
            onClick={onUp ?? undefined}
            aria-label={`Naikkan ${name}`}
          >
            <ArrowUp aria-hidden className="size-4.5" />
          </button>
          <button
            type="button"
            className={icon}
            disabled={!onDown}
            onClick={onDown ?? undefined}
            aria-label={`Turunkan ${name}`}
          >
            <ArrowDown aria-hidden className="size-4.5" />
          </button>
        </span>
      </div>
      {below}
    </li>
  )
}
