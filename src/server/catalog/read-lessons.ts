import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { CoursePace } from '#contract/catalog/catalog.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import { inBatches, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { videoBytesSql } from '#server/platform/media/index.ts'
import type { LessonRow, LessonSummaryRow } from './present.ts'
import { isShown, isShownSql } from './shown-lessons.ts'
import { courseChapters, courses, lessons } from './tables.ts'

const { bodyHtml: _, ...lessonSummaryColumns } = getTableColumns(lessons)

// The published lesson before it in the order of the whole course.
const previousId = sql<string | null>`(
  select previous.id from contents as previous
  where previous.course_id = contents.course_id and previous.position < contents.position and previous.status = 'published'
  order by previous.position desc limit 1)`

const captionLanguages = sql<string[]>`coalesce((
  select json_agg(content_captions.lang order by content_captions.lang) from content_captions where content_captions.content_id = contents.id), '[]')`

const files = sql<LessonFileSummary[]>`coalesce((
  select json_agg(json_build_object('id', content_files.id, 'name', content_files.name, 'bytes', content_files.bytes) order by content_files.position)
  from content_files where content_files.content_id = contents.id), '[]')`

const videoBytes = videoBytesSql(lessons.mediaId)
type LessonFileSummary = { id: string; name: string; bytes: number }
export type LessonWithCaptions = LessonRow & { captions: string[]; videoBytes: number | null; files: LessonFileSummary[] }
/** `dripDays` of its chapter is null without one; `previousId` is the lesson before it in the whole course. */
export type LessonToOpen = LessonRow & { videoBytes: number | null; dripDays: number | null; previousId: string | null }
export type StudyPlan = { pace: CoursePace; instructorId: string; lessons: (LessonSummaryRow & { dripDays: number | null })[] }

/** Reads lessons for all but their staff: published ones, except where a function says so. */
export function lessonReads(database: Database) {
  const queryOf = (tx?: Queryable) => tx ?? database.query

  return {
    /** The published lessons of a course in order, including bodies and the languages of captions. The caller must remove what the viewer may not see. */
    async listLessons(courseId: string): Promise<LessonWithCaptions[]> {
      dependsOn(`course:${courseId}`)
      return database.query
        .select({ ...getTableColumns(lessons), captions: captionLanguages, videoBytes, files })
        .from(lessons)
        .where(and(eq(lessons.courseId, courseId), isShown))
        .orderBy(asc(lessons.position))
    },

    /** The published lessons of a course in order, without bodies. */
    async listLessonSummaries(courseId: string, tx?: Tx): Promise<LessonSummaryRow[]> {
      dependsOn(`course:${courseId}`)
      return queryOf(tx)
        .select(lessonSummaryColumns)
        .from(lessons)
        .where(and(eq(lessons.courseId, courseId), isShown))
        .orderBy(asc(lessons.position))
    },

    /** The titles of published lessons by id; `withDrafts`, for staff, of all. */
    async findLessonTitles(
      ids: readonly string[],
      { tx, withDrafts = false }: { tx?: Tx | undefined; withDrafts?: boolean } = {},
    ): Promise<Map<string, string>> {
      const rows = await inBatches(ids, (batch) =>
        queryOf(tx)
          .select({ id: lessons.id, title: lessons.title })
          .from(lessons)
          .where(and(inArray(lessons.id, batch), withDrafts ? undefined : isShown)),
      )
      return new Map(rows.map(({ id, title }) => [id, title]))
    },

    /** The published lessons of several courses in order, without bodies, in one query. A course without any has no entry. */
    async listLessonSummariesByCourse(courseIds: readonly string[]): Promise<Map<string, LessonSummaryRow[]>> {
      if (courseIds.length === 0) return new Map()
      const rows = await database.query
        .select(lessonSummaryColumns)
        .from(lessons)
        .where(and(inArray(lessons.courseId, [...courseIds]), isShown))
        .orderBy(asc(lessons.position))
      return Map.groupBy(rows, (row) => row.courseId)
    },

    /** Whether a course has this lesson; a draft does not count. */
    async hasLesson(courseId: string, lessonId: string, tx?: Tx): Promise<boolean> {
      const ofCourse = and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId), isShown)
      return (await queryOf(tx).select({ id: lessons.id }).from(lessons).where(ofCourse)).length > 0
    },

    /** A lesson with its body, also a draft, and what decides who may see it and when it opens. */
    async findLesson(courseId: string, lessonId: string): Promise<LessonToOpen | null> {
      const [row] = await database.query
        .select({ content: lessons, videoBytes, dripDays: courseChapters.dripDays, previousId })
        .from(lessons)
        .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
        .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId)))
      if (!row) return null
      const { content: lesson, ...about } = row
      return { ...lesson, ...about }
    },

    /** A lesson and what decides when it opens, as a part of a larger query. No row for a draft, nor for a lesson that does not exist. */
    lessonToOpenSql: (courseId: string, lessonId: string) =>
      new QueryBuilder()
        .select({
          contentId: lessons.id,
          type: lessons.type,
          isPreview: lessons.isPreview,
          dripDays: courseChapters.dripDays,
          previousId: previousId.as('previous_id'),
          pace: courses.pace,
          status: courses.status,
          instructorId: courses.instructorId,
        })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
        .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId), isShown))
        .as('lesson'),

    /** Condition: the lesson with this id is published. */
    isShownSql,

    /** What decides which published lessons of a course are open to a student, in one query. A course without lessons is free. */
    async readStudyPlan(courseId: string, tx: Tx): Promise<StudyPlan> {
      const rows = await tx
        .select({ lesson: lessonSummaryColumns, dripDays: courseChapters.dripDays, pace: courses.pace, instructorId: courses.instructorId })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
        .where(and(eq(lessons.courseId, courseId), isShown))
        .orderBy(asc(lessons.position))
      const { pace = 'free', instructorId = '' } = rows[0] ?? {}
      return { pace, instructorId, lessons: rows.map(({ lesson, dripDays }) => ({ ...lesson, dripDays })) }
    },
  }
}
