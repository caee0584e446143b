import { newId } from '#server/platform/new-id.ts'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { LessonStatus } from '#contract/catalog/course-rules.ts'
import {
  type LessonRow,
  renumberLessons,
  courses,
  lessons,
  lessonVersions,
  tagsOfCourse,
  findOwnLesson,
  type LessonKey,
  lockOwnCourse,
} from '#server/catalog/index.ts'
import { type Tx, isStale } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { cleanHtml, readingMinutes } from '#server/platform/rich-text/index.ts'
import { findMissing, followStatus, followStatusLater, statusColumns } from './lesson-status.ts'
import type { AuthoringDeps } from './deps.ts'
import { checkChapter } from './check-chapter.ts'

type LessonValues = Pick<
  LessonRow,
  'title' | 'type' | 'youtubeId' | 'mediaId' | 'durationSeconds' | 'poster' | 'bodyHtml'
> & {
  /** Locks what the lesson will refer to. */
  hold?: (tx: Tx) => Promise<InvalidInput | null>
  isPreview?: boolean
  /** Without one, it stays a draft or published. */
  status?: LessonStatus
  /** Another chapter, where the lesson becomes the last one; null for before the first chapter. */
  chapterId?: string | null
}

export type WrittenLesson = { outcome: 'saved'; lesson: LessonRow } | Refusal<'not-found' | 'stale'> | InvalidInput

/** Writes a lesson. Stores the previous version of an article first. */
export async function writeLesson(
  deps: AuthoringDeps,
  staff: Viewer,
  { key, version, chapterId, hold, status, ...values }: LessonValues & { key: LessonKey; version: number | undefined },
): Promise<WrittenLesson> {
  const written = await deps.database.transaction(async (tx) => {
    // The course is locked before its lesson, as everywhere that lessons move.
    const course =
      chapterId === undefined && status === undefined
        ? null
        : await lockOwnCourse(tx, staff, { courseId: key.courseId, right: 'edit' })
    if (!course && (chapterId !== undefined || status !== undefined)) return refused('not-found')
    const tags = await tagsOfCourse(tx, key.courseId)
    const before = await findOwnLesson(tx, staff, key, 'edit', { lock: true })
    if (!before) return refused('not-found')
    if (isStale(before, version)) return refused('stale')
    const isMoved = chapterId !== undefined && chapterId !== before.chapterId
    const rejected = (await hold?.(tx)) ?? (isMoved ? await checkChapter(tx, key.courseId, chapterId) : null)
    if (rejected) return rejected
    // An earlier version may be from before there was anything to show.
    const missing = (status ?? before.status) === 'published' ? findMissing({ ...before, ...values }) : null
    if (missing) return missing
    if (before.bodyHtml !== null && before.bodyHtml !== values.bodyHtml) await storeVersion(tx, before)
    const chapter = isMoved ? { chapterId, position: lastPosition } : {}
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
    if (!after) return refused('not-found')
    if (isMoved) {
      await renumberLessons(tx, key.courseId)
      // An outline that is open elsewhere would move it back.
      await tx
        .update(courses)
        .set({ version: sql`${courses.version} + 1` })
        .where(eq(courses.id, key.courseId))
    }
    if (course && isOtherStatus) await followStatus(tx, deps, { staff, course, before, lesson: after })
    await deps.cacheTags.invalidate(tx, tags)
    return { outcome: 'saved' as const, lesson: after, isOtherStatus }
  })
  if (written.outcome !== 'saved') return written
  if (written.isOtherStatus) await followStatusLater(deps, key.courseId)
  return { outcome: 'saved', lesson: written.lesson }
}

// Renumbering puts it behind the lessons of its new chapter.
const lastPosition = sql<number>`(select max(position) + 1 from contents as others where others.course_id = contents.course_id)`

const maximumVersions = 30

async function storeVersion(tx: Tx, { id, title, bodyHtml, savedBy, updatedAt }: LessonRow) {
  await tx.insert(lessonVersions).values({
    id: newId(),
    lessonId: id,
    title,
    bodyHtml: bodyHtml ?? cleanHtml(''),
    savedBy,
    savedAt: updatedAt,
  })
  const newest = tx
    .select({ id: lessonVersions.id })
    .from(lessonVersions)
    .where(eq(lessonVersions.lessonId, id))
    .orderBy(desc(lessonVersions.id))
    .limit(maximumVersions)
  await tx.delete(lessonVersions).where(and(eq(lessonVersions.lessonId, id), notInArray(lessonVersions.id, newest)))
}
