import { asc, eq, sql } from 'drizzle-orm'
import type { CourseStatus } from '#contract/authoring.ts'
import { courseInput } from '#contract/course-form.ts'
import { createContent, createCourse } from '#server/catalog/create-course.ts'
import { contents, courses } from '#server/catalog/tables.ts'
import { isStillReferred, type Transaction } from '#server/database/index.ts'
import { checked, type Viewer } from '#server/http/index.ts'
import { findOwnCourse } from './list-staff-courses.ts'
import { formOf, type AuthoringDeps } from './save-course.ts'

/** What somebody has stays theirs: archived, no longer sold. Any other is removed with its lessons. */
export async function removeCourse(deps: AuthoringDeps, staff: Viewer, courseId: string): Promise<'deleted' | 'archived' | 'not-found'> {
  const { database, audit, uploads, changes, clock } = deps
  return database.transaction(async (tx) => {
    const course = await findOwnCourse(tx, staff, courseId)
    if (!course) return 'not-found'
    const isGone = course.studentCount === 0 && (await tryDelete(tx, courseId))
    if (isGone) await uploads.remove(tx, course.thumbnail)
    else await setStatus(tx, courseId, 'archived', clock.now())
    const outcome = isGone ? 'deleted' : 'archived'
    await audit.record(tx, { actorId: staff.id, action: `course.${outcome}`, subjectKind: 'course', subjectId: courseId, details: { title: course.title } })
    await changes.changed(tx, ['courses', `course:${courseId}`])
    return outcome
  })
}

/** Whatever else refers to a course (a purchase that was refunded, a promo code) says so itself. */
async function tryDelete(tx: Transaction, courseId: string): Promise<boolean> {
  try {
    await tx.transaction(async (attempt) => void (await attempt.delete(courses).where(eq(courses.id, courseId))))
    return true
  } catch (error) {
    if (isStillReferred(error)) return false
    throw error
  }
}

const setStatus = (tx: Transaction, courseId: string, status: CourseStatus, now: Date) =>
  tx
    .update(courses)
    .set({
      status,
      version: sql`${courses.version} + 1`,
      updatedAt: now,
      ...(status === 'published' ? { publishedAt: sql`coalesce(${courses.publishedAt}, ${now.toISOString()})` } : {}),
    })
    .where(eq(courses.id, courseId))

/** What is published must be whole: the course form's own rules decide. */
export async function changeStatus(deps: AuthoringDeps, staff: Viewer, courseId: string, status: CourseStatus): Promise<'saved' | 'not-found'> {
  return deps.database.transaction(async (tx) => {
    const course = await findOwnCourse(tx, staff, courseId)
    if (!course) return 'not-found'
    if (status === 'published') checked(courseInput, formOf(course))
    if (status === course.status) return 'saved'
    await setStatus(tx, courseId, status, deps.clock.now())
    const details = { title: course.title, before: { status: course.status }, after: { status } }
    await deps.audit.record(tx, { actorId: staff.id, action: 'course.changed', subjectKind: 'course', subjectId: courseId, details })
    await deps.changes.changed(tx, ['courses', `course:${courseId}`])
    return 'saved'
  })
}

const copyTitle = (title: string): string => `${title.slice(0, 190)} (salinan)`

/** A draft like it. The picture is not shared: the copy starts with the generated cover. */
export async function duplicateCourse(deps: AuthoringDeps, staff: Viewer, courseId: string): Promise<string | null> {
  return deps.database.transaction(async (tx) => {
    const course = await findOwnCourse(tx, staff, courseId)
    if (!course) return null
    const { tagline, description, learn, level, priceIdr, discountPercent, instructorId } = course
    const kept = { tagline, description, learn, level, priceIdr, discountPercent, instructorId }
    const copyId = await createCourse(tx, deps.clock, {
      ...kept,
      title: copyTitle(course.title),
      status: 'draft',
      categoryId: course.category?.id ?? null,
    })
    const lessons = await tx.select().from(contents).where(eq(contents.courseId, courseId)).orderBy(asc(contents.position))
    for (const { title, isPreview, type, youtubeId, bodyHtml } of lessons) {
      const body = type === 'video' ? { type, youtubeId: youtubeId ?? '' } : { type, html: bodyHtml ?? '' }
      await createContent(tx, deps.clock, { courseId: copyId, title, isPreview, ...body })
    }
    await deps.audit.record(tx, { actorId: staff.id, action: 'course.created', subjectKind: 'course', subjectId: copyId, details: { copyOf: courseId } })
    await deps.changes.changed(tx, ['courses'])
    return copyId
  })
}
