import { and, eq, isNull, sql } from 'drizzle-orm'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { reviews } from '#server/learning/tables.ts'

export const reviewVotes = pgTable('review_votes', { userId: uuid('user_id').notNull(), reviewId: uuid('review_id').notNull() })

type Deps = { database: Database; catalog: Catalog; cacheTags: CacheTags }
type Key = { userId: string; courseId: string; reviewId: string }
export type ReviewVote = { kind: 'voted'; helpful: number; hasVoted: boolean } | { kind: 'not-found' } | { kind: 'own' }

/** One vote a person and review, however often it is sent; none for the own review. */
export async function voteForReview({ database, catalog, cacheTags }: Deps, { userId, courseId, reviewId }: Key, hasVoted: boolean): Promise<ReviewVote> {
  const course = await catalog.findCourse(courseId)
  if (course?.status !== 'published') return { kind: 'not-found' }
  return database.transaction(async (tx) => {
    const isShown = and(eq(reviews.id, reviewId), eq(reviews.courseId, courseId), isNull(reviews.hiddenAt))
    // The lock makes votes at the same moment wait for each other, so that the count follows the rows.
    const [review] = await tx.select().from(reviews).where(isShown).for('update')
    if (!review) return { kind: 'not-found' }
    if (hasVoted && review.userId === userId) return { kind: 'own' }
    const mine = and(eq(reviewVotes.userId, userId), eq(reviewVotes.reviewId, reviewId))
    const changed = hasVoted
      ? await tx.insert(reviewVotes).values({ userId, reviewId }).onConflictDoNothing().returning()
      : await tx.delete(reviewVotes).where(mine).returning()
    if (changed.length === 0) return { kind: 'voted', helpful: review.helpfulCount, hasVoted }
    const [after] = await tx
      .update(reviews)
      .set({ helpfulCount: sql`${reviews.helpfulCount} + ${hasVoted ? 1 : -1}` })
      .where(eq(reviews.id, reviewId))
      .returning({ helpful: reviews.helpfulCount })
    await cacheTags.invalidateSoon(tx, [`course:${courseId}`])
    return { kind: 'voted', helpful: after?.helpful ?? 0, hasVoted }
  })
}

/** More than a course page shows. */
const maximumListed = 200

export async function listMyReviewVotes({ database }: Pick<Deps, 'database'>, userId: string, courseId: string): Promise<string[]> {
  const rows = await database.query
    .select({ reviewId: reviewVotes.reviewId })
    .from(reviewVotes)
    .innerJoin(reviews, eq(reviews.id, reviewVotes.reviewId))
    .where(and(eq(reviewVotes.userId, userId), eq(reviews.courseId, courseId)))
    .limit(maximumListed)
  return rows.map(({ reviewId }) => reviewId)
}
