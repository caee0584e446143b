import { closestCenter, pointerWithin, type CollisionDetection } from '@dnd-kit/core'
import type { Part } from './outline.ts'

/** `chapterId`: where a lesson is; of a chapter its own id. */
export type DragData = { part: Part; chapterId: string | null }

const dataOf = (item: { data: { current?: unknown } }): DragData => item.data.current as DragData
export const partOf = (item: { data: { current?: unknown } }): Part => dataOf(item).part

/**
 * What a dragged part is over. A lesson under a pointer: the nearest lesson of the chapter that is under it, or an empty chapter. The keyboard,
 * a pointer outside of all chapters, and a chapter: what is nearest.
 */
export const findTarget: CollisionDetection = (args) => {
  if (partOf(args.active).kind === 'chapter') return closestCenter(args)
  const [under] = pointerWithin(args)
  const container = args.droppableContainers.find(({ id }) => id === under?.id)
  if (!under || !container) return closestCenter(args)
  const { chapterId } = dataOf(container)
  const beside = args.droppableContainers.filter((other) => partOf(other).kind === 'lesson' && dataOf(other).chapterId === chapterId)
  return beside.length > 0 ? closestCenter({ ...args, droppableContainers: beside }) : [under]
}
