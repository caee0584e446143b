import type { StaffLesson, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { CourseOutline, StaffChapter } from '#contract/catalog/course-chapters.ts'

/** A chapter with its lessons. */
export type Group = { chapter: StaffChapter | null; lessons: readonly StaffLesson[] }
/** The lessons without a chapter, always first, then every chapter. */
export type Outline = readonly Group[]
export type Part = { kind: 'chapter' | 'lesson'; id: string }

export function outlineOf({ chapters, details }: Pick<StaffCourseDetail, 'chapters' | 'details'>): Outline {
  const lessonsOf = (id: string | null) => details.filter(({ chapterId }) => chapterId === id)
  return [
    { chapter: null, lessons: lessonsOf(null) },
    ...chapters.map((chapter) => ({ chapter, lessons: lessonsOf(chapter._id) })),
  ]
}

/** The input of the call that saves it. */
export const toGroups = (outline: Outline): CourseOutline['chapters'] =>
  outline.map(({ chapter, lessons }) => ({ _id: chapter?._id ?? null, contentIds: lessons.map(({ _id }) => _id) }))

/** The place of a lesson: its group, and its index there. For a chapter the index is -1. */
function placeOf(outline: Outline, { kind, id }: Part): { group: number; index: number } | null {
  for (const [group, { chapter, lessons }] of outline.entries()) {
    if (kind === 'chapter' && chapter?._id === id) return { group, index: -1 }
    const index = kind === 'lesson' ? lessons.findIndex(({ _id }) => _id === id) : -1
    if (index >= 0) return { group, index }
  }
  return null
}

const end = Number.POSITIVE_INFINITY

/** Moves a part one step up or down. A lesson at the edge of its chapter moves into the neighbouring one. Without a place to move to, the same outline. */
export function step(outline: Outline, part: Part, by: -1 | 1): Outline {
  const from = placeOf(outline, part)
  if (!from) return outline
  const { group, index } = from
  if (part.kind === 'chapter') return moveChapter(outline, group, group + by)
  if (outline[group]?.lessons[index + by]) return moveLesson(outline, from, { group, index: index + by })
  return outline[group + by] ? moveLesson(outline, from, { group: group + by, index: by === 1 ? 0 : end }) : outline
}

/** The outline while a lesson is dragged over another chapter: it makes room there. Within its chapter, the list itself moves. */
export function hover(outline: Outline, dragged: Part, over: Part): Outline {
  if (dragged.kind === 'chapter') return outline
  return placeOf(outline, dragged)?.group === placeOf(outline, over)?.group ? outline : drop(outline, dragged, over)
}

/** Moves the dragged part to the place of a part of the same kind; a lesson that is dropped on another chapter becomes its last one. */
export function drop(outline: Outline, dragged: Part, over: Part): Outline {
  const from = placeOf(outline, dragged)
  const to = placeOf(outline, over)
  if (!from || !to || (dragged.kind === over.kind && dragged.id === over.id)) return outline
  if (over.kind === 'chapter' && dragged.kind === 'lesson' && from.group === to.group) return outline
  if (dragged.kind === 'chapter') return over.kind === 'chapter' ? moveChapter(outline, from.group, to.group) : outline
  return moveLesson(outline, from, over.kind === 'chapter' ? { group: to.group, index: end } : to)
}

function moveChapter(outline: Outline, from: number, to: number): Outline {
  const group = outline[from]
  // The lessons without a chapter stay first.
  if (!group || to < 1 || !outline[to]) return outline
  return outline.toSpliced(from, 1).toSpliced(to, 0, group)
}

function moveLesson(
  outline: Outline,
  from: { group: number; index: number },
  to: { group: number; index: number },
): Outline {
  const lesson = outline[from.group]?.lessons[from.index]
  if (!lesson) return outline
  const change = (all: Outline, at: number, work: (lessons: readonly StaffLesson[]) => readonly StaffLesson[]) =>
    all.map((group, index) => (index === at ? { ...group, lessons: work(group.lessons) } : group))
  const without = change(outline, from.group, (lessons) => lessons.toSpliced(from.index, 1))
  return change(without, to.group, (lessons) => lessons.toSpliced(Math.min(to.index, lessons.length), 0, lesson))
}
