import { newId } from '#server/platform/new-id.ts'
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Review } from '#contract/learning/learning.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { reviews } from '#server/learning/tables.ts'

export type ReviewRow = typeof reviews.$inferSelect
type Deps = { catalog: Catalog; consents: Consents }
export type NewReview = {
  userId: string
  courseId: string
  rating: number
  text: string
  showName?: boolean | undefined
  courseVersion?: number
  writtenAt: Date
}

/** Adds a review. A second one of the same student and course violates a unique constraint and throws. */
export async function addReview(
  tx: Tx,
  { catalog, consents }: Deps,
  { userId, courseId, rating, text, showName, courseVersion, writtenAt }: NewReview,
): Promise<void> {
  const at = { createdAt: writtenAt, updatedAt: writtenAt }
  await tx
    .insert(reviews)
    .values({ id: newId(), userId, courseId, rating, body: text, courseVersion: courseVersion ?? null, ...at })
  await consents.chooseReviewName(tx, userId, showName, writtenAt)
  await catalog.adjustReviews(tx, { courseId, reviews: 1, stars: rating })
}

/** Adds or changes a student's review and updates the course's rating. A hidden review stays hidden. */
export async function saveReview(tx: Tx, deps: Deps, review: NewReview): Promise<ReviewRow> {
  const { catalog, consents } = deps
  const { userId, courseId, rating, text, showName, courseVersion = null, writtenAt } = review
  // Locks the course's counters first, so that concurrent changes of one review are serialized.
  await catalog.lockCounters(tx, courseId)
  const before = await findReview(tx, userId, courseId)
  if (!before) {
    await addReview(tx, deps, review)
  } else {
    await tx
      .update(reviews)
      .set({ rating, body: text, courseVersion, updatedAt: writtenAt })
      .where(eq(reviews.id, before.id))
    await consents.chooseReviewName(tx, userId, showName, writtenAt)
    if (before.hiddenAt === null)
      await catalog.adjustReviews(tx, { courseId, reviews: 0, stars: rating - before.rating })
  }
  const after = await findReview(tx, userId, courseId)
  if (!after) throw new Error('The saved review does not exist')
  return after
}

/**
 * Deletes a student's review. With `keepHidden` a hidden one stays: its author must not delete it, because they could then write it
 * again.
 */
export async function deleteReview(
  tx: Tx,
  { catalog, notifications }: { catalog: Catalog; notifications: Pick<Notifications, 'withdraw'> },
  { userId, courseId, keepHidden = false }: { userId: string; courseId: string; keepHidden?: boolean },
): Promise<{ outcome: 'deleted' } | Refusal<'not-found' | 'review-hidden'>> {
  if (!(await findReview(tx, userId, courseId))) return refused('not-found')
  // Locks the course's counters first, so that no admin hides the review meanwhile.
  await catalog.lockCounters(tx, courseId)
  const review = await findReview(tx, userId, courseId)
  if (!review) return refused('not-found')
  if (review.hiddenAt !== null && keepHidden) return refused('review-hidden')
  await tx.delete(reviews).where(eq(reviews.id, review.id))
  await notifications.withdraw(tx, review.id)
  if (review.hiddenAt === null)
    await catalog.adjustReviews(tx, { courseId, reviews: -1, stars: -review.rating, isUrgent: true })
  return { outcome: 'deleted' }
}

export async function findReviewById(queryable: Queryable, id: string): Promise<ReviewRow | null> {
  const [row] = await queryable.select().from(reviews).where(eq(reviews.id, id))
  return row ?? null
}

export async function listReviewsByIds(
  { database }: { database: Database },
  ids: readonly string[],
): Promise<ReviewRow[]> {
  if (ids.length === 0) return []
  return database.query
    .select()
    .from(reviews)
    .where(inArray(reviews.id, [...ids]))
}

export async function findReview(queryable: Queryable, userId: string, courseId: string): Promise<ReviewRow | null> {
  const [row] = await queryable
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.courseId, courseId)))
  return row ?? null
}

export const presentReview = (row: ReviewRow, name: string): Review => ({
  _id: row.id,
  name,
  rating: row.rating,
  text: row.body,
  createdAt: row.updatedAt.toISOString(),
  helpful: row.helpfulCount,
  courseVersion: row.courseVersion,
  reply:
    row.replyBody === null || row.repliedAt === null
      ? null
      : { text: row.replyBody, createdAt: row.repliedAt.toISOString(), isEdited: row.replyEditedAt !== null },
})

/** The name of a reviewer who does not want to be named. */
const anonymous = 'Siswa'

const shownOf = (courseId: string) => and(eq(reviews.courseId, courseId), isNull(reviews.hiddenAt))

/** One page of a course's reviews without hidden ones, newest first. */
export async function listReviews(
  queryable: Queryable,
  { identity, consents }: { identity: Identity; consents: Consents },
  courseId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Review[]> {
  dependsOn(`course:${courseId}`)
  const newest = [desc(reviews.updatedAt), desc(reviews.id)]
  // The offset skips entries of the index, not rows.
  const picked = queryable
    .select({ id: reviews.id })
    .from(reviews)
    .where(shownOf(courseId))
    .orderBy(...newest)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('picked')
  const rows = await queryable
    .select(getTableColumns(reviews))
    .from(picked)
    .innerJoin(reviews, eq(reviews.id, picked.id))
    .orderBy(...newest)
  const userIds = rows.map((row) => row.userId)
  const [people, named] = [await identity.findUserProfiles(userIds), await consents.mayShowNames(queryable, userIds)]
  return rows.map((row) => presentReview(row, named.has(row.userId) ? (people.get(row.userId)?.name ?? '') : anonymous))
}

/** One page of the reviews of a published course, and the total count; null for any other. */
export async function listReviewsOfCourse(
  deps: { database: Database; catalog: Catalog; identity: Identity; consents: Consents },
  courseId: string,
  page: { page: number; limit: number },
): Promise<{ reviews: Review[]; total: number } | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (course?.status !== 'published') return null
  return { reviews: await listReviews(deps.database.query, deps, courseId, page), total: course.ratingCount }
}

/** The number of reviews with 1, 2, 3, 4 and 5 stars. */
export async function ratingDistribution(queryable: Queryable, courseId: string): Promise<number[]> {
  const rows = await queryable
    .select({ rating: reviews.rating, count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(shownOf(courseId))
    .groupBy(reviews.rating)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0)
}
