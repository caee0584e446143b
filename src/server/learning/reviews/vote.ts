import { and, eq, isNull, sql } from 'drizzle-orm'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import { owned, type Database, type Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { reviews } from '#server/learning/tables.ts'
import type { ReviewRow } from './reviews.ts'

export const reviewVotes = pgTable('review_votes', {
  userId: uuid('user_id').notNull(),
  reviewId: uuid('review_id').notNull(),
})

export const ownedVotes = owned(reviewVotes, {
  owner: 'userId',
  key: 'reviewId',
  export: ['reviewId'],
  present: ({ reviewId }) => reviewId,
  onErase: 'delete',
})

type Deps = { database: Database; catalog: Catalog; cacheTags: CacheTags }
type Key = { userId: string; courseId: string; reviewId: string }
type ReviewVote = { helpful: number; hasVoted: boolean }
type Voted = { outcome: 'voted'; vote: ReviewVote } | Refusal<'not-found'>

/** One vote a person and review, however often it is sent; none for the own review. */
export const voteForReview = (deps: Deps, key: Key): Promise<Voted | Refusal<'own-review'>> =>
  change(deps, key, async (tx, review) => {
    if (review.userId === key.userId) return refused('own-review')
    const added = await tx
      .insert(reviewVotes)
      .values({ userId: key.userId, reviewId: key.reviewId })
      .onConflictDoNothing()
      .returning()
    return { outcome: 'voted', vote: { helpful: await count(tx, deps, review, added.length), hasVoted: true } }
  })

export const takeBackReviewVote = (deps: Deps, key: Key): Promise<Voted> =>
  change(deps, key, async (tx, review) => {
    const mine = and(eq(reviewVotes.userId, key.userId), eq(reviewVotes.reviewId, key.reviewId))
    const removed = await tx.delete(reviewVotes).where(mine).returning()
    return { outcome: 'voted', vote: { helpful: await count(tx, deps, review, -removed.length), hasVoted: false } }
  })

async function change<Changed>(
  { database, catalog }: Deps,
  { courseId, reviewId }: Key,
  work: (tx: Tx, review: ReviewRow) => Promise<Changed>,
): Promise<Changed | Refusal<'not-found'>> {
  const course = await catalog.findCourse(courseId)
  if (course?.status !== 'published') return refused('not-found')
  return database.transaction(async (tx) => {
    const isShown = and(eq(reviews.id, reviewId), eq(reviews.courseId, courseId), isNull(reviews.hiddenAt))
    // The lock makes votes at the same moment wait for each other, so that the count follows the rows.
    const [review] = await tx.select().from(reviews).where(isShown).for('update')
    return review ? work(tx, review) : refused('not-found')
  })
}

async function count(
  tx: Tx,
  { cacheTags }: Deps,
  { id, courseId, helpfulCount }: ReviewRow,
  difference: number,
): Promise<number> {
  if (difference === 0) return helpfulCount
  const [after] = await tx
    .update(reviews)
    .set({ helpfulCount: sql`${reviews.helpfulCount} + ${difference}` })
    .where(eq(reviews.id, id))
    .returning({ helpful: reviews.helpfulCount })
  await cacheTags.invalidateSoon(tx, [`course:${courseId}`])
  return after?.helpful ?? 0
}

/** More than a course page shows. */
const maximumListed = 200

export async function listMyReviewVotes(
  { database }: Pick<Deps, 'database'>,
  userId: string,
  courseId: string,
): Promise<string[]> {
  const rows = await database.query
    .select({ reviewId: reviewVotes.reviewId })
    .from(reviewVotes)
    .innerJoin(reviews, eq(reviews.id, reviewVotes.reviewId))
    .where(and(eq(reviewVotes.userId, userId), eq(reviews.courseId, courseId)))
    .limit(maximumListed)
  return rows.map(({ reviewId }) => reviewId)
}
