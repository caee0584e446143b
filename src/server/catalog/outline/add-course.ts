import type { Tx } from '#server/platform/database/index.ts'
import { insertChapter, type NewChapter } from './chapters.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import {
  insertCategory,
  insertCourse,
  insertLesson,
  insertLessons,
  type LessonOfCourse,
  type NewCategory,
  type NewCourse,
  type NewLesson,
} from './insert-course.ts'
import { tagsOfChange, tagsOfCourse } from '#server/catalog/tags.ts'

export async function createCategory(tx: Tx, { cacheTags }: CatalogDeps, category: NewCategory): Promise<string> {
  await cacheTags.invalidate(tx, ['categories'])
  return insertCategory(tx, category)
}

export async function createCourse(tx: Tx, { cacheTags, clock }: CatalogDeps, course: NewCourse): Promise<string> {
  const courseId = await insertCourse(tx, clock, course)
  await cacheTags.invalidate(tx, tagsOfChange(courseId, null, course))
  return courseId
}

/** Adds a chapter at the end of a course. */
export async function addChapter(tx: Tx, { cacheTags }: CatalogDeps, chapter: NewChapter): Promise<string> {
  await cacheTags.invalidate(tx, await tagsOfCourse(tx, chapter.courseId))
  return (await insertChapter(tx, chapter)).id
}

export async function addLesson(tx: Tx, { cacheTags, clock }: CatalogDeps, lesson: NewLesson): Promise<string> {
  await cacheTags.invalidate(tx, await tagsOfCourse(tx, lesson.courseId))
  return insertLesson(tx, clock, lesson)
}

/** Adds lessons in this order, each at the end of its chapter, and returns their ids. */
export async function addLessons(
  tx: Tx,
  { cacheTags, clock }: CatalogDeps,
  added: { courseId: string; lessons: readonly LessonOfCourse[] },
): Promise<string[]> {
  if (added.lessons.length === 0) return []
  await cacheTags.invalidate(tx, await tagsOfCourse(tx, added.courseId))
  return insertLessons(tx, clock, added)
}
