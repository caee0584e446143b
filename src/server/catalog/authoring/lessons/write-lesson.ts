import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { LessonStatus } from '#contract/catalog/course-rules.ts'
import type { LessonRow } from '#server/catalog/present.ts'
import { renumberLessons } from '#server/catalog/chapters.ts'
import { lessons, lessonVersions } from '#server/catalog/tables.ts'
import { tagsOfCourse } from '#server/catalog/tags.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { cleanHtml, readingMinutes } from '#server/platform/rich-text/index.ts'
import { findOwnLesson, type LessonKey } from './find-lesson.ts'
import { followStatus, statusColumns } from './lesson-status.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { lockOwnCourse } from '#server/catalog/authoring/courses/lock-course.ts'
import { requireChapter } from '#server/catalog/authoring/chapters/require-chapter.ts'

type LessonValues = Pick<LessonRow, 'title' | 'type' | 'youtubeId' | 'mediaId' | 'durationSeconds' | 'poster' | 'bodyHtml'> & {
  /** Locks what the lesson will refer to. */
  hold?: (tx: Tx) => Promise<void>
  isPreview?: boolean
  /** Without one, it stays a draft or published. */
  status?: LessonStatus
  /** Another chapter, where the lesson becomes the last one; null for before the first chapter. */
  chapterId?: string | null
}

/** Writes a lesson. Stores the previous version of an article first. */
export async function writeLesson(
  deps: AuthoringDeps,
  staff: Viewer,
  key: LessonKey,
  version: number | undefined,
  { chapterId, hold, status, ...values }: LessonValues,
): Promise<LessonRow | 'not-found' | 'stale'> {
  const written = await deps.database.transaction(async (tx) => {
    // The course is locked before its lesson, as everywhere that lessons move.
    const course = chapterId === undefined && status === undefined ? null : await lockOwnCourse(tx, staff, key.courseId)
    if (!course && (chapterId !== undefined || status !== undefined)) return 'not-found'
    const tags = await tagsOfCourse(tx, key.courseId)
    const before = await findOwnLesson(tx, staff, key, { lock: true })
    if (!before) return 'not-found'
    if (version !== undefined && version !== before.version) return 'stale'
    if (before.bodyHtml !== null && before.bodyHtml !== values.bodyHtml) await storeVersion(tx, before)
    await hold?.(tx)
    const isMoved = chapterId !== undefined && chapterId !== before.chapterId
    const chapter = isMoved ? { chapterId: await requireChapter(tx, key.courseId, chapterId), position: lastPosition } : {}
    const now = deps.clock.now()
    const isOtherStatus = status !== undefined && status !== before.status
    const [after] = await tx
      .update(lessons)
      .set({
        ...values,
        ...chapter,
        ...(isOtherStatus && statusColumns(deps, before, status)),
        readingMinutes: values.bodyHtml === null ? null : readingMinutes(values.bodyHtml),
        version: before.version + 1,
        savedBy: staff.id,
        updatedAt: now,
      })
      .where(eq(lessons.id, before.id))
      .returning()
    if (!after) return 'not-found'
    if (isMoved) await renumberLessons(tx, key.courseId)
    if (course && isOtherStatus) await followStatus(tx, deps, staff, { course, before, lesson: after })
    await deps.cacheTags.invalidate(tx, tags)
    return { lesson: after, isOtherStatus }
  })
  if (typeof written === 'string') return written
  if (written.isOtherStatus) await deps.recountCompletions(key.courseId)
  return written.lesson
}

// Renumbering puts it behind the lessons of its new chapter.
const lastPosition = sql<number>`(select max(position) + 1 from contents as others where others.course_id = contents.course_id)`

const maximumVersions = 30

async function storeVersion(tx: Tx, { id, title, bodyHtml, savedBy, updatedAt }: LessonRow) {
  await tx.insert(lessonVersions).values({ id: randomUUIDv7(), lessonId: id, title, bodyHtml: bodyHtml ?? cleanHtml(''), savedBy, savedAt: updatedAt })
  const newest = tx
    .select({ id: lessonVersions.id })
    .from(lessonVersions)
    .where(eq(lessonVersions.lessonId, id))
    .orderBy(desc(lessonVersions.id))
    .limit(maximumVersions)
  await tx.delete(lessonVersions).where(and(eq(lessonVersions.lessonId, id), notInArray(lessonVersions.id, newest)))
}
