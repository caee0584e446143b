import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { publishableCourse } from '#contract/catalog/course-input.ts'
import { courses, courseTeachers, selectCourses, tagsOfChange, toRow } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { formOf } from './course-form.ts'
import { writeCourseStatus } from './write-course-status.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { approvedInstructors, courseReviews } from './tables.ts'

type Rule = 'off' | 'first'

/**
 * The setting was changed. Switched on, everybody who has a published course counts as approved; switched off, courses that wait are
 * published, or drafts again when they are not complete any more.
 */
export async function followReviewSetting(
  tx: Tx,
  deps: AuthoringDeps,
  { adminId, before, after }: { adminId: string; before: Rule; after: Rule },
): Promise<void> {
  if (before === after) return
  if (after === 'first') await approvePublished(tx, deps)
  else await publishWaiting(tx, deps, adminId)
}

async function approvePublished(tx: Tx, { clock }: AuthoringDeps): Promise<void> {
  const approvedAt = sql<Date>`${clock.now()}::timestamptz`.as('approved_at')
  const isPublished = eq(courses.status, 'published')
  const owners = tx.selectDistinct({ userId: courses.instructorId, approvedAt }).from(courses).where(isPublished)
  await tx.insert(approvedInstructors).select(owners).onConflictDoNothing()
  const coTeachers = tx
    .selectDistinct({ userId: courseTeachers.userId, approvedAt })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .where(and(isPublished, eq(courseTeachers.role, 'co-teacher')))
  await tx.insert(approvedInstructors).select(coTeachers).onConflictDoNothing()
}

async function publishWaiting(tx: Tx, deps: AuthoringDeps, adminId: string): Promise<void> {
  const { audit, cacheTags, clock, notify } = deps
  const isWaiting = eq(courseReviews.state, 'waiting')
  const waiting = tx.select({ id: courseReviews.courseId }).from(courseReviews).where(isWaiting)
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, waiting))
    .orderBy(asc(courses.id))
    .for('update')
  const rows = (await selectCourses(tx).where(inArray(courses.id, waiting))).map(toRow)
  await tx.delete(courseReviews).where(isWaiting)
  for (const course of rows) {
    const isComplete = publishableCourse.safeParse({ ...formOf(course), contents: course.lessonCount }).success
    if (!isComplete) continue
    const { id: courseId, title, instructorId: userId } = course
    await writeCourseStatus(tx, { courseId, status: 'published', now: clock.now() })
    await audit.record(tx, {
      actorId: adminId,
      action: 'course.changed',
      subjectId: courseId,
      details: { title, before: { status: 'draft' }, after: { status: 'published' } },
    })
    const data = { courseId, courseTitle: title, state: 'approved' as const, remarks: 0 }
    await notify(tx, { kind: 'course-review', userId, actorId: adminId, subjectId: courseId, data })
    await cacheTags.invalidate(tx, tagsOfChange(courseId, course, { ...course, status: 'published' }))
  }
}
