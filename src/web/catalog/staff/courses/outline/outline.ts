import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { CourseOutline } from '#contract/catalog/course-chapters.ts'
import type { Outline } from '#web/kit/staff/outline.ts'

/** The lessons before the first chapter, then every chapter with its lessons. */
export function groupsOf({ chapters, details }: Pick<StaffCourseDetail, 'chapters' | 'details'>) {
  const lessonsOf = (id: string | null) => details.filter(({ chapterId }) => chapterId === id)
  return [
    { chapter: null, lessons: lessonsOf(null) },
    ...chapters.map((chapter) => ({ chapter, lessons: lessonsOf(chapter._id) })),
  ]
}

/** The group before the first chapter is always first, also when it is empty. */
export const outlineOf = (course: Pick<StaffCourseDetail, 'chapters' | 'details'>): Outline =>
  groupsOf(course).map(({ chapter, lessons }) => ({
    ...(chapter
      ? { id: chapter._id, name: `bab ${chapter.title}` }
      : { id: 'before-first-chapter', name: '', isFixed: true }),
    children: lessons.map(({ _id, title }) => ({ id: _id, name: title, children: [] })),
  }))

/** The input of the call that saves it. */
export const toGroups = (outline: Outline): CourseOutline['chapters'] =>
  outline.map(({ id, isFixed, children }) => ({
    _id: isFixed ? null : id,
    contentIds: children.map((lesson) => lesson.id),
  }))
