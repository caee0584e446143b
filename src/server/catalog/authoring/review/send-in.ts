import { eq } from 'drizzle-orm'
import type { CourseStatus } from '#contract/catalog/authoring.ts'
import { courseNotFound, findOwnCourse, lockOwnCourse, tagsOfChange, type CourseRow } from '#server/catalog/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { writeCourseStatus } from './write-course-status.ts'
import { approve } from './decide.ts'
import { readChecklist, refuseUnmet } from './checklist.ts'
import { findReview } from './find-reviews.ts'
import { approvedInstructors, courseReviews } from './tables.ts'

async function isApproved(queryable: Queryable, userId: string): Promise<boolean> {
  const rows = await queryable.select().from(approvedInstructors).where(eq(approvedInstructors.userId, userId))
  return rows.length > 0
}

/**
 * True when publishing by this person waits until an admin looked at the course. Asked before the course is locked: the setting stays
 * as it is until the transaction ends, so that no course waits once it is switched off.
 */
export async function mustBeReviewed(tx: Tx, { settings }: AuthoringDeps, staff: Viewer): Promise<boolean> {
  if (staff.role === 'admin' || (await settings.readSite(tx)).courseReview === 'off') return false
  await settings.lockSite(tx)
  return (await settings.readSite(tx)).courseReview === 'first' && !(await isApproved(tx, staff.id))
}

/** The same for pages, which only say so. */
export const readMustBeReviewed = async (
  { database, settings }: AuthoringDeps,
  { id, role }: Viewer,
): Promise<boolean> =>
  role !== 'admin' && (await settings.readSite()).courseReview === 'first' && !(await isApproved(database.query, id))

/** Sends a complete course in, which is locked and becomes a draft until it is approved. */
export async function sendIn(
  tx: Tx,
  deps: AuthoringDeps,
  { staff, course }: { staff: Viewer; course: CourseRow },
): Promise<{ outcome: 'changed' } | InvalidInput> {
  if ((await findReview(tx, course.id))?.state === 'waiting') return { outcome: 'changed' }
  const unmet = refuseUnmet(await readChecklist(tx, course))
  if (unmet) return unmet
  if (course.status !== 'draft') {
    await writeCourseStatus(tx, { courseId: course.id, status: 'draft', now: deps.clock.now() })
    await deps.cacheTags.invalidate(tx, tagsOfChange(course.id, course, { ...course, status: 'draft' }))
  }
  await noteSent(tx, deps, { staff, course })
  return { outcome: 'changed' }
}

/** Notes that a course waits, whatever was said of it before. */
export async function noteSent(
  tx: Tx,
  { clock, audit }: AuthoringDeps,
  { staff, course: { id: courseId, title } }: { staff: Viewer; course: Pick<CourseRow, 'id' | 'title'> },
): Promise<void> {
  const waiting = {
    state: 'waiting',
    sentBy: staff.id,
    sentAt: clock.now(),
    decidedBy: null,
    decidedAt: null,
    remarks: [],
  } as const
  const set = { ...waiting, remarks: [] }
  await tx
    .insert(courseReviews)
    .values({ courseId, ...set })
    .onConflictDoUpdate({ target: courseReviews.courseId, set })
  await audit.record(tx, {
    actorId: staff.id,
    action: 'course.review-sent',
    subjectId: courseId,
    details: { title },
  })
}

/** Changes the review of a course, which is locked, with its status: an admin who publishes it approves it, anything else takes it back. */
export async function followStatus(
  tx: Tx,
  deps: AuthoringDeps,
  {
    staff,
    course,
    status,
  }: { staff: Viewer; course: Pick<CourseRow, 'id' | 'title' | 'instructorId'>; status: CourseStatus },
): Promise<void> {
  const review = await findReview(tx, course.id)
  if (!review || review.state === 'approved') return
  if (review.state === 'waiting' && status === 'published' && staff.role === 'admin')
    return approve(tx, deps, { admin: staff, course, review })
  // Remarks stay with a course that is archived, and are read again before it is published.
  if (review.state === 'refused' && status !== 'published') return
  await tx.delete(courseReviews).where(eq(courseReviews.courseId, course.id))
  if (review.state === 'waiting') await recordWithdrawal(tx, deps, staff, course)
}

const recordWithdrawal = (
  tx: Tx,
  { audit }: AuthoringDeps,
  staff: Viewer,
  { id, title }: Pick<CourseRow, 'id' | 'title'>,
) =>
  audit.record(tx, {
    actorId: staff.id,
    action: 'course.review-withdrawn',
    subjectId: id,
    details: { title },
  })

/** Takes a course back that waits. */
export async function withdrawCourse(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
): Promise<{ outcome: 'withdrawn' } | typeof courseNotFound | Refusal<'not-in-review'>> {
  return deps.database.transaction(async (tx) => {
    const course =
      (await lockOwnCourse(tx, staff, { courseId, right: 'edit' })) &&
      (await findOwnCourse(tx, staff, courseId, 'edit'))
    if (!course) return courseNotFound
    if ((await findReview(tx, courseId))?.state !== 'waiting') return refused('not-in-review')
    await followStatus(tx, deps, { staff, course, status: 'draft' })
    return { outcome: 'withdrawn' }
  })
}
