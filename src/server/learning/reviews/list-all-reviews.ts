import { and, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ListAllReviewsInput, ModeratedReview } from '#contract/learning/reviews.ts'
import { containing, countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { userSql } from '#server/identity/index.ts'
import type { ModerationDeps } from './deps.ts'
import { moderatedPresenter } from './present-moderated.ts'
import { reviews } from '#server/learning/tables.ts'

const matching = alias(reviews, 'matching')
/** Reviews with this text, and reviews by this person: a union, because an index serves each part but not their disjunction. */
const matches = (q: string) => sql`${reviews.id} in (
  select ${matching.id} from ${reviews} as matching where lower(${matching.body}) like ${containing(q.toLowerCase())}
  union select ${matching.id} from ${reviews} as matching where ${userSql.matches(matching.userId, q)}
)`

/** One page of the reviews that a staff member sees, newest first. `q` searches the text and the author. */
export async function listAllReviews(
  deps: ModerationDeps,
  staff: Viewer,
  { q, status, ...input }: ListAllReviewsInput,
): Promise<KeysetPage<ModeratedReview> & { total: number; isCounted: boolean }> {
  const { query } = deps.database
  const courseIds = staff.role === 'admin' ? null : await deps.catalog.listCourseIdsOf(staff.id, 'edit')
  const where = and(
    courseIds === null ? undefined : inArray(reviews.courseId, courseIds),
    q ? matches(q) : undefined,
    status && (status === 'hidden' ? isNotNull(reviews.hiddenAt) : isNull(reviews.hiddenAt)),
  )
  const at = keyset({ key: reviews.updatedAt, type: 'instant', id: reviews.id, descending: true }, input)
  const found = await query
    .select({ ...getTableColumns(reviews), position: at.position })
    .from(reviews)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: rows.map(await moderatedPresenter(deps, rows)),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, reviews, where))),
  }
}
