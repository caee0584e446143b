import { newId } from '#server/platform/new-id.ts'
import { eq, sql } from 'drizzle-orm'
import {
  beginsInMenu,
  categorySlug,
  type CategoryGroup,
  type CoursePace,
  type Enrolment,
  type LessonStatus,
  type Level,
} from '#contract/catalog/catalog.ts'
import type { CourseCertificate } from '#contract/catalog/course-certificate.ts'
import type { Clock } from '#server/platform/clock.ts'
import { insertAll, type Tx } from '#server/platform/database/index.ts'
import { readingMinutes, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { renumberLessons } from './chapters.ts'
import { categories, lessons, courses } from '#server/catalog/tables.ts'

export type NewCategory = { name: string; group: CategoryGroup; position: number; inMenu?: boolean }

export async function insertCategory(
  tx: Tx,
  { name, group, position, inMenu = beginsInMenu(name) }: NewCategory,
): Promise<string> {
  const id = newId()
  await tx.insert(categories).values({ id, name, group, position, inMenu, slug: categorySlug(name) })
  return id
}

export type NewCourse = {
  status: 'draft' | 'published'
  title: string
  tagline: string
  description: string
  learn: string[]
  categoryId: string | null
  level: Level
  /** Null only in a draft. */
  priceIdr: number | null
  discountPercent: number
  instructorId: string
  /** Without one, all lessons are open. */
  pace?: CoursePace | undefined
  enrolment?: Enrolment | undefined
  /** Text of its certificate beside the title. */
  certificate?: CourseCertificate | undefined
  /** File name of an upload; without one the generated cover is shown. */
  thumbnail?: string | null
  /** Defaults to now. */
  publishedAt?: Date
}

export async function insertCourse(
  tx: Tx,
  clock: Clock,
  { enrolment = 'open', ...course }: NewCourse,
): Promise<string> {
  const id = newId()
  const now = clock.now()
  const publishedAt = course.status === 'published' ? (course.publishedAt ?? now) : null
  await tx.insert(courses).values({
    ...course,
    pace: course.pace ?? 'free',
    cohortsSince: enrolment === 'cohorts' ? now : null,
    id,
    createdAt: publishedAt ?? now,
    updatedAt: publishedAt ?? now,
    publishedAt,
  })
  return id
}

/** Body of a lesson, by type. Questions of a quiz are stored separately; the HTML of an assignment or an exercise is its task. */
export type NewLessonBody =
  | { type: 'video'; youtubeId: string }
  | ({ type: 'video' } & VideoBody)
  /** A video that is still missing. */
  | { type: 'video' }
  | { type: 'text' | 'assignment' | 'code'; html: CleanHtml }
  | { type: 'quiz' }

export type NewLesson = { courseId: string } & LessonOfCourse

export type LessonOfCourse = {
  /** A chapter of the course; without one the lesson comes before the first chapter. */
  chapterId?: string | null
  title: string
  isPreview: boolean
  /** Defaults to published. */
  status?: LessonStatus | undefined
  /** Defaults to now. */
  createdAt?: Date
} & NewLessonBody

/** An uploaded video; `poster` is the file name of an uploaded picture. */
export type VideoBody = { mediaId: string; durationSeconds: number; poster: string | null }

/** Adds a lesson at the end of its chapter. */
export async function insertLesson(tx: Tx, clock: Clock, { courseId, ...lesson }: NewLesson): Promise<string> {
  const [id] = await insertLessons(tx, clock, { courseId, lessons: [lesson] })
  if (id === undefined) throw new Error('Inserting a lesson returned no id')
  return id
}

/** Articles are long, and a statement of the embedded database keeps every request waiting. */
const articlesAtOnce = 10

/** Adds lessons in this order, each at the end of its chapter, and returns their ids. */
export async function insertLessons(
  tx: Tx,
  clock: Clock,
  { courseId, lessons: added }: { courseId: string; lessons: readonly LessonOfCourse[] },
): Promise<string[]> {
  const now = clock.now()
  // Locks the course, so that concurrent inserts do not get the same position.
  await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('update')
  const first = await positionAfterLast(tx, courseId)
  const rows = added.map((lesson, index) => {
    const bodyHtml = 'html' in lesson ? lesson.html : null
    return {
      id: newId(),
      courseId,
      chapterId: lesson.chapterId ?? null,
      position: first + index,
      title: lesson.title,
      type: lesson.type,
      youtubeId: 'youtubeId' in lesson ? lesson.youtubeId : null,
      mediaId: 'mediaId' in lesson ? lesson.mediaId : null,
      durationSeconds: 'mediaId' in lesson ? lesson.durationSeconds : null,
      poster: 'mediaId' in lesson ? lesson.poster : null,
      bodyHtml,
      readingMinutes: bodyHtml === null ? null : readingMinutes(bodyHtml),
      isPreview: lesson.isPreview,
      status: lesson.status ?? 'published',
      createdAt: lesson.createdAt ?? now,
      updatedAt: lesson.createdAt ?? now,
    }
  })
  await insertAll(tx, lessons, rows, articlesAtOnce)
  await renumberLessons(tx, courseId)
  return rows.map(({ id }) => id)
}

async function positionAfterLast(tx: Tx, courseId: string): Promise<number> {
  const [last] = await tx
    .select({ position: sql<number | null>`max(${lessons.position})` })
    .from(lessons)
    .where(eq(lessons.courseId, courseId))
  return (last?.position ?? -1) + 1
}

export type VideoDraft = { chapterId: string | null; title: string; savedBy: string }

/** Adds draft lessons whose videos are still missing at the ends of their chapters, and returns their ids in the same order. The caller must hold the course's lock. */
export async function insertVideoDrafts(
  tx: Tx,
  clock: Clock,
  { courseId, drafts }: { courseId: string; drafts: readonly VideoDraft[] },
): Promise<string[]> {
  const first = await positionAfterLast(tx, courseId)
  const now = clock.now()
  const rows = drafts.map((draft, index) => ({
    ...draft,
    id: newId(),
    courseId,
    position: first + index,
    type: 'video' as const,
    isPreview: false,
    status: 'draft' as const,
    createdAt: now,
    updatedAt: now,
  }))
  if (rows.length > 0) await tx.insert(lessons).values(rows)
  await renumberLessons(tx, courseId)
  return rows.map(({ id }) => id)
}
