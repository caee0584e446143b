import type { Cohort } from '#contract/groups/cohorts.ts'
import { listCohorts, lockSeats, type NoSeat } from '#server/groups/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { MembersDeps } from './deps.ts'

type Chosen = { outcome: 'chosen'; cohort: Cohort }
type NotChosen =
  | Exclude<NoSeat, { outcome: 'unknown-cohort' }>
  | Refusal<'not-found' | 'not-enrolled' | 'already-in-cohort'>

/** The cohort of a right to study that has none, or whose cohort was cancelled. Idempotent. */
export async function chooseCohort(
  deps: MembersDeps,
  viewer: Viewer,
  { courseId, cohortId }: { courseId: string; cohortId: string },
): Promise<Chosen | NotChosen> {
  const key = { userId: viewer.id, courseId }
  const chosen = await deps.database.transaction(async (tx) => {
    const right = await deps.learning.findRight(tx, key)
    if (!right) return refused('not-enrolled')
    if (right.groupId === cohortId && right.group?.isCancelled === false) return { outcome: 'chosen' as const }
    const seat = await lockSeats(tx, deps, { wanted: [{ ...key, groupId: cohortId }] })
    if (seat.outcome === 'unknown-cohort') return refused('not-found')
    if (seat.outcome !== 'free') return seat
    return deps.learning.joinGroup(tx, { ...key, groupId: cohortId, from: 'waiting' })
  })
  if (chosen.outcome === 'in-other-group') return refused('already-in-cohort')
  if (chosen.outcome === 'no-right') return refused('not-enrolled')
  if (chosen.outcome !== 'chosen' && chosen.outcome !== 'joined') return chosen
  const cohort = (await listCohorts(deps, viewer, courseId))?.find(({ _id }) => _id === cohortId)
  return cohort ? { outcome: 'chosen', cohort } : refused('not-found')
}
