import { and, asc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { CoursePace } from '#contract/catalog/catalog.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { videoBytesSql } from '#server/platform/media/index.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { teachersOf, type Teacher } from '#server/catalog/teachers-of-course.ts'
import { lessonSummaryColumns } from './read-lessons.ts'
import { isShown } from './shown-lessons.ts'
import { courseChapters, courses, lessons, type LessonRow, type LessonSummaryRow } from '#server/catalog/tables.ts'

// The published lesson before it in the order of the whole course.
const previousId = sql<string | null>`(
  select previous.id from contents as previous
  where previous.course_id = contents.course_id and previous.position < contents.position and previous.status = 'published'
  order by previous.position desc limit 1)`

/** `dripDays` of its chapter is null without one; `previousId` is the lesson before it in the whole course. */
type LessonToOpen = LessonRow & { videoBytes: number | null; dripDays: number | null; previousId: string | null }
export type StudyPlan = {
  pace: CoursePace
  cohortsSince: Date | null
  instructorId: string
  teachers: Teacher[]
  lessons: (LessonSummaryRow & { dripDays: number | null })[]
  drafts: LessonSummaryRow[]
}

/** A lesson with its body, also a draft, and what decides who may see it and when it opens. */
export async function findLesson(
  { database }: CatalogDeps,
  courseId: string,
  lessonId: string,
): Promise<LessonToOpen | null> {
  const [row] = await database.query
    .select({
      content: lessons,
      videoBytes: videoBytesSql(lessons.mediaId),
      dripDays: courseChapters.dripDays,
      previousId,
    })
    .from(lessons)
    .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
    .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId)))
  if (!row) return null
  const { content: lesson, ...about } = row
  return { ...lesson, ...about }
}

/** A lesson and what decides when it opens, as a part of a larger query. No row for a draft, nor for a lesson that does not exist. */
export const lessonToOpenSql = (courseId: string, lessonId: string) =>
  new QueryBuilder()
    .select({
      contentId: lessons.id,
      type: lessons.type,
      isPreview: lessons.isPreview,
      dripDays: courseChapters.dripDays,
      previousId: previousId.as('previous_id'),
      pace: courses.pace,
      cohortsSince: courses.cohortsSince,
      status: courses.status,
      instructorId: courses.instructorId,
      teachers: teachersOf(courseId).as('teachers'),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
    .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId), isShown))
    .as('lesson')

/** Decides which published lessons of a course are open to a student, and its drafts, in one query. A course without lessons is free. */
export async function readStudyPlan(tx: Tx, courseId: string): Promise<StudyPlan> {
  const rows = await tx
    .select({
      lesson: lessonSummaryColumns,
      dripDays: courseChapters.dripDays,
      pace: courses.pace,
      cohortsSince: courses.cohortsSince,
      instructorId: courses.instructorId,
      teachers: teachersOf(courseId),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
    .where(eq(lessons.courseId, courseId))
    .orderBy(asc(lessons.position))
  const { pace = 'free', cohortsSince = null, instructorId = '', teachers = [] } = rows[0] ?? {}
  const all = rows.map(({ lesson, dripDays }) => ({ ...lesson, dripDays }))
  const { published = [], draft = [] } = Object.groupBy(all, ({ status }) => status)
  return { pace, cohortsSince, instructorId, teachers, lessons: published, drafts: draft }
}
