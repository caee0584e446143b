import { and, eq, sql } from 'drizzle-orm'
import { checkCourse, unmetFields, type ChecklistItem } from '#contract/catalog/review-rules.ts'
import { countQuestions } from '#server/assessment/index.ts'
import { findOwnCourse, lessons, type CourseRow } from '#server/catalog/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import { formOf } from './course-form.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'

/** Published lessons that students find something in. */
async function countFilledLessons(queryable: Queryable, courseId: string): Promise<number> {
  const rows = await queryable
    .select({
      id: lessons.id,
      type: lessons.type,
      hasBody: sql<boolean>`case ${lessons.type}
        when 'video' then ${lessons.youtubeId} is not null or ${lessons.mediaId} is not null
        else coalesce(${lessons.bodyHtml}, '') <> '' end`,
    })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), eq(lessons.status, 'published')))
  const quizIds = rows.filter(({ type }) => type === 'quiz').map(({ id }) => id)
  const questions = await countQuestions(queryable, quizIds)
  return rows.filter(({ id, type, hasBody }) => (type === 'quiz' ? (questions.get(id) ?? 0) > 0 : hasBody)).length
}

/** The checklist of a course as it is stored, or with other fields of its form. */
export async function readChecklist(
  queryable: Queryable,
  course: CourseRow,
  form: object = formOf(course),
  hasPicture: boolean = course.thumbnail !== null,
): Promise<ChecklistItem[]> {
  return checkCourse({ form, hasPicture, filledLessons: await countFilledLessons(queryable, course.id) })
}

/** Null when everything is met. */
export function refuseUnmet(checklist: readonly ChecklistItem[]): InvalidInput | null {
  const errors = unmetFields(checklist)
  return Object.keys(errors).length > 0 ? invalidInput(errors) : null
}

export async function showChecklist(
  { database }: AuthoringDeps,
  staff: Viewer,
  courseId: string,
): Promise<ChecklistItem[] | null> {
  const course = await findOwnCourse(database.query, staff, courseId, 'edit')
  return course && readChecklist(database.query, course)
}
