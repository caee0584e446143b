import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ListAllReviewsInput, ModeratedReview } from '#contract/learning/reviews.ts'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { containing, countUpTo, keyset, type Database, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { userSql, type Identity } from '#server/identity/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Notify } from '#server/notifications/index.ts'
import { replyToReview } from './reply.ts'
import { presentReview, type ReviewRow } from './reviews.ts'
import { reviews } from '#server/learning/tables.ts'

export type ReviewModeration = ReturnType<typeof reviewModerationModule>
type Deps = { database: Database; catalog: Catalog; identity: Identity; audit: Audit; clock: Clock; cacheTags: CacheTags; notify: Notify }

const matching = alias(reviews, 'matching')
/** Reviews with this text, and reviews by this person: a union, because an index serves each part but not their disjunction. */
const matches = (q: string) => sql`${reviews.id} in (
  select ${matching.id} from ${reviews} as matching where lower(${matching.body}) like ${containing(q.toLowerCase())}
  union select ${matching.id} from ${reviews} as matching where ${userSql.matches(matching.userId, q)}
)`

/** Staff read and answer the reviews of their courses. Admins hide them and show them again; hidden ones do not count in the rating. */
export function reviewModerationModule(deps: Deps) {
  const { database, catalog, identity, audit, clock } = deps

  async function present(rows: readonly ReviewRow[]): Promise<ModeratedReview[]> {
    const people = await identity.findUserProfiles(rows.map((row) => row.userId))
    const titles = new Map((await catalog.listCoursesById([...new Set(rows.map((row) => row.courseId))])).map(({ id, title }) => [id, title]))
    return rows.map((row) => ({
      ...presentReview(row, people.get(row.userId)?.name ?? ''),
      email: people.get(row.userId)?.email ?? '',
      course: { _id: row.courseId, title: titles.get(row.courseId) ?? '' },
      status: row.hiddenAt === null ? 'shown' : 'hidden',
      hiddenAt: row.hiddenAt?.toISOString() ?? null,
      hiddenReason: row.hiddenReason,
    }))
  }

  /** Null when the review is already in the wanted state. */
  async function change(admin: Viewer, id: string, reason: string, { hide }: { hide: boolean }): Promise<ReviewRow | 'not-found' | null> {
    return database.transaction(async (tx) => {
      const [current] = await tx.select({ courseId: reviews.courseId }).from(reviews).where(eq(reviews.id, id))
      if (!current) return 'not-found'
      // Locks the course's counters first, in the same order as a student who changes the review.
      await catalog.lockCounters(tx, current.courseId)
      const [changed] = await tx
        .update(reviews)
        .set(hide ? { hiddenAt: clock.now(), hiddenReason: reason } : { hiddenAt: null, hiddenReason: null })
        .where(and(eq(reviews.id, id), hide ? isNull(reviews.hiddenAt) : isNotNull(reviews.hiddenAt)))
        .returning()
      if (!changed) return (await tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, id))).length > 0 ? null : 'not-found'
      const sign = hide ? -1 : 1
      await catalog.adjustReviews(tx, changed.courseId, { reviews: sign, stars: sign * changed.rating }, { isUrgent: true })
      const action = hide ? 'review.hidden' : 'review.restored'
      const course = await catalog.findCourse(changed.courseId, tx)
      await audit.record(tx, { actorId: admin.id, action, subjectKind: 'review', subjectId: id, details: { title: course?.title, reason } })
      return changed
    })
  }

  async function moderate(admin: Viewer, id: string, reason: string, options: { hide: boolean }): Promise<ModeratedReview | 'not-found' | 'unchanged'> {
    const changed = await change(admin, id, reason, options)
    if (changed === 'not-found') return 'not-found'
    const [shown] = changed ? await present([changed]) : []
    return shown ?? 'unchanged'
  }

  return {
    async find(id: string): Promise<ReviewRow | null> {
      const [row] = await database.query.select().from(reviews).where(eq(reviews.id, id))
      return row ?? null
    },
    listByIds: async (ids: readonly string[]): Promise<ReviewRow[]> =>
      ids.length === 0
        ? []
        : database.query
            .select()
            .from(reviews)
            .where(inArray(reviews.id, [...ids])),

    /** One page of the reviews that a staff member sees, newest first. `q` searches the text and the author. */
    async list(staff: Viewer, { q, status, ...input }: ListAllReviewsInput): Promise<KeysetPage<ModeratedReview> & { total: number; isCounted: boolean }> {
      const courseIds = staff.role === 'admin' ? null : await catalog.listCourseIdsOf(staff.id)
      const where = and(
        courseIds === null ? undefined : inArray(reviews.courseId, courseIds),
        q ? matches(q) : undefined,
        status && (status === 'hidden' ? isNotNull(reviews.hiddenAt) : isNull(reviews.hiddenAt)),
      )
      const at = keyset({ key: reviews.updatedAt, type: 'instant', id: reviews.id, descending: true }, input)
      const found = await database.query
        .select({ ...getTableColumns(reviews), position: at.position })
        .from(reviews)
        .where(and(where, at.where))
        .orderBy(...at.orderBy)
        .limit(at.limit)
        .offset(at.offset)
      const { rows, ...steps } = at.finish(found)
      return { rows: await present(rows), ...steps, ...(await at.count(found, () => countUpTo(database.query, maximumCounted, reviews, where))) }
    },

    /** The public answer of the course's staff to a review; null takes it back. Null when the review is not of a course of theirs. */
    async reply(staff: Viewer, key: { courseId: string; reviewId: string }, text: string | null): Promise<ModeratedReview | null> {
      const replied = await replyToReview(deps, staff, key, text)
      const [shown] = replied ? await present([replied]) : []
      return shown ?? null
    },

    hide: (admin: Viewer, id: string, reason: string) => moderate(admin, id, reason, { hide: true }),
    restore: (admin: Viewer, id: string, reason: string) => moderate(admin, id, reason, { hide: false }),
  }
}
