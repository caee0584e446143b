import { eq } from 'drizzle-orm'
import type { CourseReview } from '#contract/catalog/course-review.ts'
import type { Remark } from '#contract/catalog/review-rules.ts'
import {
  courseNotFound,
  findOwnCourse,
  lessons,
  lockOwnCourse,
  tagsOfChange,
  type CourseRow,
} from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { writeCourseStatus } from './write-course-status.ts'
import { readChecklist, refuseUnmet } from './checklist.ts'
import { findReview, readRevisions } from './find-reviews.ts'
import { showReview } from './list-reviews.ts'
import { approvedInstructors, courseReviews, type ReviewRow } from './tables.ts'

type Reviewed = { course: Pick<CourseRow, 'id' | 'title' | 'instructorId'>; review: ReviewRow }

/** The owner of a course, and who sent it in. */
const teachersOf = ({ course, review }: Reviewed): string[] => [
  ...new Set([course.instructorId, ...(review.sentBy === null ? [] : [review.sentBy])]),
]

/** Approves a course that waits, which the caller publishes: from now on its instructor never waits again. */
export async function approve(
  tx: Tx,
  deps: AuthoringDeps,
  { admin, ...reviewed }: Reviewed & { admin: Viewer },
): Promise<void> {
  const approvedAt = deps.clock.now()
  const rows = teachersOf(reviewed).map((userId) => ({ userId, approvedAt }))
  await tx.insert(approvedInstructors).values(rows).onConflictDoNothing()
  await note(tx, deps, admin, reviewed, { state: 'approved', remarks: [] })
}

async function note(
  tx: Tx,
  { clock, audit, notify }: AuthoringDeps,
  admin: Viewer,
  reviewed: Reviewed,
  { state, remarks }: { state: 'approved' | 'refused'; remarks: Remark[] },
): Promise<void> {
  const { id: courseId, title } = reviewed.course
  const change = { state, remarks, decidedBy: admin.id, decidedAt: clock.now() }
  await tx.update(courseReviews).set(change).where(eq(courseReviews.courseId, courseId))
  await audit.record(tx, {
    actorId: admin.id,
    action: `course.review-${state}`,
    subjectId: courseId,
    details: { title },
  })
  const data = { courseId, courseTitle: title, state, remarks: remarks.length }
  for (const userId of teachersOf(reviewed))
    await notify(tx, { kind: 'course-review', userId, actorId: admin.id, subjectId: courseId, data })
}

type NotDecided = typeof courseNotFound | Refusal<'already-decided'> | InvalidInput
type Decided = { outcome: 'decided'; review: CourseReview }

/** Locks the course, so that of two admins one decides and the other learns that it is decided. */
async function decide<Refused>(
  deps: AuthoringDeps,
  admin: Viewer,
  courseId: string,
  work: (tx: Tx, reviewed: { course: CourseRow; review: ReviewRow }) => Promise<Refused | null>,
): Promise<Decided | NotDecided | Refused> {
  const result = await deps.database.transaction(async (tx) => {
    const course =
      (await lockOwnCourse(tx, admin, { courseId, right: 'edit' })) &&
      (await findOwnCourse(tx, admin, courseId, 'edit'))
    if (!course) return courseNotFound
    const review = await findReview(tx, courseId)
    if (review?.state !== 'waiting') return refused('already-decided')
    return work(tx, { course, review })
  })
  if (result) return result
  const review = await showReview(deps, courseId)
  return review ? { outcome: 'decided', review } : courseNotFound
}

/** Publishes a course that waits, if it is still complete and, with a revision, what the admin looked at. */
export const approveCourse = async (
  deps: AuthoringDeps,
  admin: Viewer,
  { courseId, revision }: { courseId: string; revision?: string | undefined },
): Promise<Decided | NotDecided | Refusal<'course-changed'>> =>
  decide(deps, admin, courseId, async (tx, reviewed) => {
    const { course } = reviewed
    if (revision !== undefined && revision !== (await readRevisions(tx, [courseId])).get(courseId))
      return refused('course-changed')
    const unmet = refuseUnmet(await readChecklist(tx, course))
    if (unmet) return unmet
    await writeCourseStatus(tx, { courseId, status: 'published', now: deps.clock.now() })
    await approve(tx, deps, { admin, ...reviewed })
    await deps.cacheTags.invalidate(tx, tagsOfChange(courseId, course, { ...course, status: 'published' }))
    return null
  })

/** Returns a course that waits to its instructor. */
export const refuseCourse = async (
  deps: AuthoringDeps,
  admin: Viewer,
  { courseId, remarks }: { courseId: string; remarks: Remark[] },
): Promise<Decided | NotDecided> =>
  decide(deps, admin, courseId, async (tx, reviewed) => {
    const rows = await tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId))
    const known = new Set(rows.map(({ id }) => id))
    const unknown = remarks.flatMap(({ contentId }, index) =>
      contentId === null || known.has(contentId)
        ? []
        : [[`remarks.${index}.contentId`, 'Materi ini tidak ada di kelas ini'] as const],
    )
    if (unknown.length > 0) return invalidInput(Object.fromEntries(unknown))
    await note(tx, deps, admin, reviewed, { state: 'refused', remarks })
    return null
  })
