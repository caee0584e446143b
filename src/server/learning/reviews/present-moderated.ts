import type { ModeratedReview } from '#contract/learning/reviews.ts'
import { reversalReason } from '#server/learning/enrolment/suspension.ts'
import type { ModerationDeps } from './deps.ts'
import { presentReview, type ReviewRow } from './reviews.ts'

/** Presents these reviews to staff, with their authors and courses. */
export async function moderatedPresenter(
  { catalog, identity }: ModerationDeps,
  rows: readonly ReviewRow[],
): Promise<(row: ReviewRow) => ModeratedReview> {
  const people = await identity.findUserProfiles(rows.map((row) => row.userId))
  const titles = new Map(
    (await catalog.listCoursesById([...new Set(rows.map((row) => row.courseId))])).map(({ id, title }) => [id, title]),
  )
  return (row) => ({
    ...presentReview(row, people.get(row.userId)?.name ?? ''),
    email: people.get(row.userId)?.email ?? '',
    course: { _id: row.courseId, title: titles.get(row.courseId) ?? '' },
    status: row.hiddenAt === null ? 'shown' : 'hidden',
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
    hiddenReason: row.hiddenReason,
    isSuspended: row.hiddenReason === reversalReason,
  })
}

export const presentModerated = async (deps: ModerationDeps, row: ReviewRow): Promise<ModeratedReview> =>
  (await moderatedPresenter(deps, [row]))(row)
