import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Review } from '#contract/learning.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { shows } from '#server/changes/index.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { reviews } from './tables.ts'

export type ReviewRow = typeof reviews.$inferSelect
export type NewReview = { userId: string; courseId: string; rating: number; text: string; writtenAt: Date }

/** Adds a review; a student has one per course (the second one throws on its unique constraint). */
export async function addReview(tx: Transaction, catalog: Catalog, { userId, courseId, rating, text, writtenAt }: NewReview): Promise<void> {
  await tx.insert(reviews).values({ id: randomUUIDv7(), userId, courseId, rating, body: text, createdAt: writtenAt, updatedAt: writtenAt })
  await catalog.countReview(tx, courseId, { reviews: 1, stars: rating })
}

/** Writes a student's review, or changes the one that stands; the course's rating moves with it. */
export async function saveReview(tx: Transaction, catalog: Catalog, review: NewReview): Promise<ReviewRow> {
  const { userId, courseId, rating, text, writtenAt } = review
  // The course's counters are locked first, so that two changes of one review follow each other.
  await catalog.countReview(tx, courseId, { reviews: 0, stars: 0 })
  const before = await findReview(tx, userId, courseId)
  if (!before) {
    await addReview(tx, catalog, review)
  } else {
    await tx.update(reviews).set({ rating, body: text, updatedAt: writtenAt }).where(eq(reviews.id, before.id))
    await catalog.countReview(tx, courseId, { reviews: 0, stars: rating - before.rating })
  }
  const after = await findReview(tx, userId, courseId)
  if (!after) throw new Error('A review that was just written is there')
  return after
}

/** False when there was none. */
export async function deleteReview(tx: Transaction, catalog: Catalog, userId: string, courseId: string): Promise<boolean> {
  const [gone] = await tx
    .delete(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.courseId, courseId)))
    .returning()
  if (gone) await catalog.countReview(tx, courseId, { reviews: -1, stars: -gone.rating })
  return gone !== undefined
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

/** One page of a course's reviews, newest first, and how many there are in all. */
export async function listReviews(
  queryable: Queryable,
  identity: Identity,
  courseId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ reviews: Review[]; total: number }> {
  shows(`course:${courseId}`)
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
  const people = await identity.findPeople(rows.map((row) => row.userId))
  return {
    reviews: rows.map((row) => presentReview(row, people.get(row.userId)?.name ?? '')),
    total: count?.total ?? 0,
  }
}

/** How many reviews gave 1, 2, 3, 4 and 5 stars. */
export async function ratingDistribution(queryable: Queryable, courseId: string): Promise<number[]> {
  const rows = await queryable
    .select({ rating: reviews.rating, count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(eq(reviews.courseId, courseId))
    .groupBy(reviews.rating)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0)
}
