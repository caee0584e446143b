import { useState } from 'react'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'

/** A shorter outline is read at a glance. */
const longOutline = 60

type Outlined = Pick<StaffCourseDetail, '_id' | 'chapters' | 'details' | 'remarks'>

/** The chapters of a long outline that start folded: not those with a remark of a review. */
export function firstFolded({ chapters, details, remarks }: Omit<Outlined, '_id'>): ReadonlySet<string> {
  if (details.length < longOutline || chapters.length < 2) return new Set()
  const remarked = new Set(remarks.map(({ contentId }) => contentId))
  const shown = new Set(details.flatMap(({ _id, chapterId }) => (remarked.has(_id) ? [chapterId] : [])))
  return new Set(chapters.flatMap(({ _id }) => (shown.has(_id) ? [] : [_id])))
}

/** Folded chapters of the courses opened since the page was loaded: a teacher who comes back from a lesson finds the outline as it was. */
const left = new Map<string, ReadonlySet<string>>()

/** Which chapters of a course are folded. */
export function useFolds(course: Outlined) {
  const [folded, setFolded] = useState(() => left.get(course._id) ?? firstFolded(course))
  function change(next: ReadonlySet<string>) {
    left.set(course._id, next)
    setFolded(next)
  }
  const all = course.chapters.map(({ _id }) => _id)
  const areAllOpen = !all.some((id) => folded.has(id))
  return {
    isOffered: all.length > 1 && course.details.length >= longOutline,
    areAllOpen,
    isOpen: (id: string) => !folded.has(id),
    open: (ids: readonly string[]) => change(new Set([...folded].filter((id) => !ids.includes(id)))),
    toggle: (id: string) =>
      change(new Set(folded.has(id) ? [...folded].filter((other) => other !== id) : [...folded, id])),
    toggleAll: () => change(new Set(areAllOpen ? all : [])),
  }
}
