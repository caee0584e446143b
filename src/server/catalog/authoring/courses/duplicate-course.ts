import { asc, eq } from 'drizzle-orm'
import { hasTask } from '#contract/catalog/course-rules.ts'
import {
  insertLessons,
  insertCourse,
  findInstructorShares,
  keepShares,
  storeInstructorShares,
  enrolmentOf,
  insertChapter,
  listChapters,
  type LessonRow,
  lessons,
  copyLessonFiles,
  copyCaptions,
  findOwnCourse,
  lockOwnCourse,
  courseNotFound,
} from '#server/catalog/index.ts'
import { copyExercise } from '#server/exercises/index.ts'
import { copyAssignment, copyQuiz } from '#server/assessment/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { cleanHtml } from '#server/platform/rich-text/index.ts'
import type { LessonBody } from '#server/catalog/authoring/lesson-body.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'

const copyTitle = (title: string): string => `${title.slice(0, 190).toWellFormed()} (salinan)`

function copiedBody({ type, youtubeId, mediaId, durationSeconds, poster, bodyHtml }: LessonRow): LessonBody {
  if (type === 'quiz') return { type }
  if (type === 'text' || hasTask(type)) return { type, html: bodyHtml ?? cleanHtml('') }
  if (mediaId !== null) return { type, mediaId, durationSeconds: durationSeconds ?? 1, poster }
  return youtubeId === null ? { type } : { type, youtubeId }
}

type Copy = (tx: Tx, lesson: { from: string; to: string; now: Date }) => Promise<void>

/** Copies what lessons of a type have beside their row and their files; null: nothing. */
const copies: Record<LessonRow['type'], Copy | null> = {
  video: (tx, { from, to }) => copyCaptions(tx, from, to),
  text: null,
  quiz: copyQuiz,
  assignment: copyAssignment,
  code: copyExercise,
}

/**
 * Copies a course, its chapters and its lessons as a draft. The copy has the generated cover, because its picture would be deleted with either; videos are shared
 * and deleted with the last lesson. Co-teachers and assistants are left out: they accepted the other course.
 */
export async function duplicateCourse(deps: AuthoringDeps, staff: Viewer, courseId: string) {
  return deps.database.transaction(async (tx) => {
    // It is read in many statements: a quiz that is deleted between two would be copied without its questions.
    const locked = await lockOwnCourse(tx, staff, { courseId, right: 'own' })
    const course = locked && (await findOwnCourse(tx, staff, courseId, 'own'))
    if (!course) return courseNotFound
    const { tagline, description, learn, level, priceIdr, discountPercent, pace, instructorId, certificate } = course
    const copied = { tagline, description, learn, level, priceIdr, discountPercent, pace, instructorId, certificate }
    const copyId = await insertCourse(tx, deps.clock, {
      ...copied,
      enrolment: enrolmentOf(course),
      title: copyTitle(course.title),
      status: 'draft',
      categoryId: course.category?.id ?? null,
    })
    const shares = (await findInstructorShares(tx, [courseId])).get(courseId) ?? []
    await storeInstructorShares(tx, copyId, await keepShares(tx, shares, instructorId))
    const rows = await tx.select().from(lessons).where(eq(lessons.courseId, courseId)).orderBy(asc(lessons.position))
    const copiedChapters = new Map<string | null, string>()
    for (const { id, title, dripDays } of await listChapters(tx, courseId))
      copiedChapters.set(id, (await insertChapter(tx, { courseId: copyId, title, dripDays })).id)
    const copiedIds = await insertLessons(tx, deps.clock, {
      courseId: copyId,
      lessons: rows.map((lesson) => ({
        chapterId: copiedChapters.get(lesson.chapterId) ?? null,
        title: lesson.title,
        isPreview: lesson.isPreview,
        status: lesson.status,
        ...copiedBody(lesson),
      })),
    })
    for (const [index, lesson] of rows.entries()) {
      const copiedId = copiedIds[index]
      if (copiedId === undefined) throw new Error('A lesson was not copied')
      const now = deps.clock.now()
      await copyLessonFiles(tx, { from: lesson.id, to: { courseId: copyId, lessonId: copiedId }, now })
      await copies[lesson.type]?.(tx, { from: lesson.id, to: copiedId, now })
    }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.created',
      subjectId: copyId,
      details: { copyOf: courseId },
    })
    return { outcome: 'duplicated' as const, copyId }
  })
}
