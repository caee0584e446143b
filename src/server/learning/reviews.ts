import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Review } from '#contract/learning.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { dependsOn } from '#server/cache-tags/index.ts'
import type { Queryable, Tx } from '#server/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import { reviews } from './tables.ts'

export type ReviewRow = typeof reviews.$inferSelect
type Deps = { catalog: Catalog; consents: Consents }
export type NewReview = { userId: string; courseId: string; rating: number; text: string; writtenAt: Date }

/** Adds a review. A second one of the same student and course violates a unique constraint and throws. */
export async function addReview(tx: Tx, { catalog, consents }: Deps, { userId, courseId, rating, text, writtenAt }: NewReview): Promise<void> {
  await tx.insert(reviews).values({ id: randomUUIDv7(), userId, courseId, rating, body: text, createdAt: writtenAt, updatedAt: writtenAt })
  await consents.giveWithFirstReview(tx, userId, writtenAt)
  await catalog.countReview(tx, courseId, { reviews: 1, stars: rating })
}

/** Adds or changes a student's review and updates the course's rating. */
export async function saveReview(tx: Tx, deps: Deps, review: NewReview): Promise<ReviewRow> {
  const { catalog } = deps
  const { userId, courseId, rating, text, writtenAt } = review
  // Locks the course's counters first, so that concurrent changes of one review are serialized.
  await catalog.countReview(tx, courseId, { reviews: 0, stars: 0 })
  const before = await findReview(tx, userId, courseId)
  if (!before) {
    await addReview(tx, deps, review)
  } else {
    await tx.update(reviews).set({ rating, body: text, updatedAt: writtenAt }).where(eq(reviews.id, before.id))
    await catalog.countReview(tx, courseId, { reviews: 0, stars: rating - before.rating })
  }
  const after = await findReview(tx, userId, courseId)
  if (!after) throw new Error('The saved review does not exist')
  return after
}

/** False when there is no review. */
export async function deleteReview(tx: Tx, catalog: Catalog, userId: string, courseId: string): Promise<boolean> {
  const [deleted] = await tx
    .delete(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.courseId, courseId)))
    .returning()
  if (deleted) await catalog.countReview(tx, courseId, { reviews: -1, stars: -deleted.rating })
  return deleted !== undefined
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
})

/** The name of a reviewer who does not want to be named. */
const anonymous = 'Siswa'

/** One page of a course's reviews, newest first, and the total count. */
export async function listReviews(
  queryable: Queryable,
  { identity, consents }: { identity: Identity; consents: Consents },
  courseId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ reviews: Review[]; total: number }> {
  dependsOn(`course:${courseId}`)
  const rows = await queryable
    .select()
    .from(reviews)
    .where(eq(reviews.courseId, courseId))
    .orderBy(desc(reviews.updatedAt), desc(reviews.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [count] = await queryable
    .select({ total: sql<number>`count(*)::int` })
    .from(reviews)
    .where(eq(reviews.courseId, courseId))
  const userIds = rows.map((row) => row.userId)
  const [people, named] = [await identity.findUserProfiles(userIds), await consents.mayShowNames(queryable, userIds)]
  return {
    reviews: rows.map((row) => presentReview(row, named.has(row.userId) ? (people.get(row.userId)?.name ?? '') : anonymous)),
    total: count?.total ?? 0,
  }
}

/** The number of reviews with 1, 2, 3, 4 and 5 stars. */
export async function ratingDistribution(queryable: Queryable, courseId: string): Promise<number[]> {
  const rows = await queryable
    .select({ rating: reviews.rating, count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(eq(reviews.courseId, courseId))
    .groupBy(reviews.rating)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0)
}
