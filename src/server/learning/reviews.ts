import { randomUUIDv7 } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import type { Review } from '#contract/learning.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { shows } from '#server/changes/index.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { reviews } from './tables.ts'

export type NewReview = { userId: string; courseId: string; rating: number; text: string; writtenAt: Date }

/** Adds a review; a student has one per course (the second one throws on its unique constraint). */
export async function addReview(tx: Transaction, catalog: Catalog, { userId, courseId, rating, text, writtenAt }: NewReview): Promise<void> {
  await tx.insert(reviews).values({ id: randomUUIDv7(), userId, courseId, rating, body: text, createdAt: writtenAt, updatedAt: writtenAt })
  await catalog.countReview(tx, courseId, { reviews: 1, stars: rating })
}

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
    reviews: rows.map((row) => ({
      _id: row.id,
      name: people.get(row.userId)?.name ?? '',
      rating: row.rating,
      text: row.body,
      createdAt: row.updatedAt.toISOString(),
    })),
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
