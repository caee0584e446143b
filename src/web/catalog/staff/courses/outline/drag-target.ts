import { closestCenter, pointerWithin, type CollisionDetection } from '@dnd-kit/core'

/** `chapterId`: where a lesson is; of a chapter its own id. */
export type DragData = { kind: 'chapter' | 'lesson'; chapterId: string | null }

const dataOf = (item: { data: { current?: unknown } }): DragData => item.data.current as DragData

/**
 * Finds the drop target. A lesson under a pointer: the nearest lesson of the chapter that is under it, or an empty chapter. By keyboard, or
 * outside of all chapters: the nearest lesson or empty chapter. A chapter: the nearest one.
 */
export const findTarget: CollisionDetection = (args) => {
  if (dataOf(args.active).kind === 'chapter') return closestCenter(args)
  const lessons = args.droppableContainers.filter((container) => dataOf(container).kind === 'lesson')
  const among = (droppableContainers: typeof lessons) => closestCenter({ ...args, droppableContainers })
  const [under] = pointerWithin(args)
  const container = args.droppableContainers.find(({ id }) => id === under?.id)
  if (!under || !container) {
    const filled = new Set(lessons.map((lesson) => dataOf(lesson).chapterId))
    return among(
      args.droppableContainers.filter(
        (other) => dataOf(other).kind === 'lesson' || !filled.has(dataOf(other).chapterId),
      ),
    )
  }
  const beside = lessons.filter((lesson) => dataOf(lesson).chapterId === dataOf(container).chapterId)
  return beside.length > 0 ? among(beside) : [under]
}
