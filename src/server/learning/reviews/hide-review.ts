import { eq } from 'drizzle-orm'
import type { ModeratedReview } from '#contract/learning/reviews.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { reversalReason } from '#server/learning/enrolment/suspension.ts'
import { reviews } from '#server/learning/tables.ts'
import type { ModerationDeps } from './deps.ts'
import { presentModerated } from './present-moderated.ts'
import { findReviewById, type ReviewRow } from './reviews.ts'

type Changed<Refused extends string> = Promise<
  { outcome: 'changed'; review: ModeratedReview } | Refusal<'not-found' | Refused>
>

export async function hideReview(
  deps: ModerationDeps,
  admin: Viewer,
  { id, reason }: { id: string; reason: string },
): Changed<'already-hidden'> {
  const changed = await change(deps, admin, id, reason, { hide: true })
  if (changed.outcome === 'unchanged') return refused('already-hidden')
  return changed.outcome === 'changed'
    ? { outcome: 'changed', review: await presentModerated(deps, changed.row) }
    : changed
}

export async function restoreReview(
  deps: ModerationDeps,
  admin: Viewer,
  { id, reason }: { id: string; reason: string },
): Changed<'not-hidden'> {
  const changed = await change(deps, admin, id, reason, { hide: false })
  if (changed.outcome === 'unchanged') return refused('not-hidden')
  return changed.outcome === 'changed'
    ? { outcome: 'changed', review: await presentModerated(deps, changed.row) }
    : changed
}

type Change = { outcome: 'changed'; row: ReviewRow } | Refusal<'not-found' | 'unchanged'>

async function change(
  deps: ModerationDeps,
  admin: Viewer,
  id: string,
  reason: string,
  { hide }: { hide: boolean },
): Promise<Change> {
  const { database, catalog, audit, clock } = deps
  return database.transaction(async (tx) => {
    const found = await findReviewById(tx, id)
    if (!found) return refused('not-found')
    // Locks the course's counters first, in the same order as a student who changes the review.
    await catalog.lockCounters(tx, found.courseId)
    const before = await findReviewById(tx, id)
    if (!before) return refused('not-found')
    const isShown = before.hiddenAt === null
    // A review that is only suspended is hidden again, to stay so with the next access.
    if (hide ? !isShown && before.hiddenReason !== reversalReason : isShown) return refused('unchanged')
    const [row] = await tx
      .update(reviews)
      .set(hide ? { hiddenAt: clock.now(), hiddenReason: reason } : { hiddenAt: null, hiddenReason: null })
      .where(eq(reviews.id, id))
      .returning()
    if (!row) return refused('not-found')
    const sign = hide ? -1 : 1
    if (isShown === hide)
      await catalog.adjustReviews(tx, {
        courseId: row.courseId,
        reviews: sign,
        stars: sign * row.rating,
        isUrgent: true,
      })
    const action = hide ? 'review.hidden' : 'review.restored'
    const course = await catalog.findCourse(row.courseId, tx)
    await audit.record(tx, {
      actorId: admin.id,
      action,
      subjectId: id,
      details: { title: course?.title, reason },
    })
    return { outcome: 'changed', row }
  })
}
