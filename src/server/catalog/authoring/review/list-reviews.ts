import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { CourseReview, ListCourseReviewsInput } from '#contract/catalog/course-review.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { courses, selectCourses, thumbnailUrl, toRow } from '#server/catalog/index.ts'
import { countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { findReview, readRevisions } from './find-reviews.ts'
import { courseReviews, type ReviewRow } from './tables.ts'

/** More are not counted in the menu. */
const maximumWaiting = 99

async function present(
  { database: { query }, identity }: AuthoringDeps,
  reviews: readonly ReviewRow[],
): Promise<CourseReview[]> {
  const ids = reviews.map(({ courseId }) => courseId)
  const rows = (await selectCourses(query).where(inArray(courses.id, ids))).map(toRow)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const people = await identity.findUserProfiles(rows.map(({ instructorId }) => instructorId))
  const revisions = await readRevisions(query, ids)
  return reviews.flatMap(({ courseId, state, sentAt, decidedAt, remarks }) => {
    const course = byId.get(courseId)
    if (!course) return []
    return {
      courseId,
      title: course.title,
      thumbnail: thumbnailUrl(course),
      instructor: { _id: course.instructorId, name: people.get(course.instructorId)?.name ?? '' },
      state,
      sentAt: sentAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      remarks,
      revision: revisions.get(courseId) ?? '',
    }
  })
}

export async function showReview(deps: AuthoringDeps, courseId: string): Promise<CourseReview | null> {
  const review = await findReview(deps.database.query, courseId)
  return review && ((await present(deps, [review]))[0] ?? null)
}

/** Waiting ones oldest first, decided ones newest first. */
export async function listCourseReviews(
  deps: AuthoringDeps,
  { state, ...input }: ListCourseReviewsInput,
): Promise<KeysetPage<CourseReview> & { total: number; isCounted: boolean }> {
  const { query } = deps.database
  const where = eq(courseReviews.state, state)
  const order = { key: courseReviews.sentAt, type: 'instant', id: courseReviews.courseId } as const
  const at = keyset({ ...order, descending: state !== 'waiting' }, input)
  const found = await query
    .select({ ...getTableColumns(courseReviews), id: courseReviews.courseId, position: at.position })
    .from(courseReviews)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: await present(deps, rows),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, courseReviews, where))),
  }
}

export async function countWaitingCourses({
  database,
}: AuthoringDeps): Promise<{ waiting: number; isCounted: boolean }> {
  const where = eq(courseReviews.state, 'waiting')
  const { total, isCounted } = await countUpTo(database.query, maximumWaiting, courseReviews, where)
  return { waiting: total, isCounted }
}
