import {
  cohortNews,
  findOwnCohort,
  lockSeats,
  type CohortRow,
  type NoSeat,
  type OwnCohort,
} from '#server/groups/index.ts'
import { roleIn } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import type { MembersDeps } from './deps.ts'

type NoSeatLeft = Exclude<NoSeat, { outcome: 'unknown-cohort' }>

/** Thrown, so that nobody is added when one cannot be. */
class NotAdded extends Error {}

/** Adds people to a cohort, all or nobody. Also after the time to join, until its end. */
export async function addMembers(
  deps: MembersDeps,
  staff: Viewer,
  input: { id: string; userIds: readonly string[] },
): Promise<{ outcome: 'added'; count: number } | NoSeatLeft | FieldRefusal<'not-added'> | Refusal<'not-found'>> {
  const own = await findOwnCohort(deps, staff, input.id)
  if (!own) return refused('not-found')
  // In one order, so that two such calls cannot wait for each other.
  const userIds = [...new Set(input.userIds)].toSorted()
  const people = await deps.identity.findReachable(userIds)
  if (userIds.some((userId) => !people.has(userId) || roleIn(userId, own.course) !== null))
    return refusedFields('not-added', { userIds: 'Sebagian akun ini tidak ada, atau mengajar kelas ini' })
  const mailed = await mayBeMailed(deps, staff, own, userIds)
  const add = async (tx: Tx) => {
    const others: string[] = []
    const strangers: string[] = []
    for (const userId of userIds) {
      const right = await deps.learning.findRight(tx, { userId, courseId: own.course.id })
      if (right?.groupId !== input.id) others.push(userId)
    }
    const seats = others.map((userId) => ({ courseId: own.course.id, groupId: input.id, userId }))
    const found = await lockSeats(tx, deps, { wanted: seats, byStaff: true })
    if (found.outcome === 'unknown-cohort') return refused('not-found')
    if (found.outcome !== 'free') return found
    for (const userId of others) {
      const key = { userId, courseId: own.course.id, groupId: input.id }
      const joined = await deps.learning.joinGroup(tx, { ...key, from: 'waiting' })
      if (joined.outcome === 'in-other-group') throw new NotAdded()
      if (joined.outcome !== 'no-right') continue
      const user = people.get(userId)
      if (!user) continue
      if (staff.role !== 'admin') strangers.push(userId)
      const notify = mailed.has(userId)
      await deps.learning.giveAccess(tx, [{ user, course: own.course, notify, groupId: input.id }])
    }
    await tell(tx, deps, own, { userIds: others, state: 'added', staff, strangers })
    await record(tx, deps, staff, 'cohort.members-added', own.cohort, { value: others.length })
    return { outcome: 'added' as const, count: others.length }
  }
  return deps.database.transaction(add).catch((error: unknown) => {
    if (error instanceof NotAdded)
      return refusedFields('not-added', {
        userIds: 'Sebagian siswa ini sudah di angkatan lain. Pindahkan satu per satu.',
      })
    throw error
  })
}

/** Who does not have the course yet, and may be mailed today that it is open; nobody whom an admin adds, who is told of the cohort by mail. */
async function mayBeMailed(
  { learning, database }: MembersDeps,
  staff: Viewer,
  { course }: OwnCohort,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const mailed = new Set<string>()
  if (staff.role === 'admin') return mailed
  for (const userId of userIds) {
    const key = { userId, courseId: course.id }
    if ((await learning.findRight(database.query, key)) === null && (await learning.mayMailAccess(key)))
      mailed.add(userId)
  }
  return mailed
}

/** To another cohort of the same course. */
export async function moveMember(
  deps: MembersDeps,
  staff: Viewer,
  { id, userId, cohortId }: { id: string; userId: string; cohortId: string },
): Promise<{ outcome: 'moved' } | NoSeatLeft | Refusal<'not-found'>> {
  const own = await findOwnCohort(deps, staff, id)
  const target = await findOwnCohort(deps, staff, cohortId)
  if (!own || target?.course.id !== own.course.id) return refused('not-found')
  const key = { userId, courseId: own.course.id }
  return deps.database.transaction(async (tx) => {
    if ((await deps.learning.findRight(tx, key))?.groupId !== id) return refused('not-found')
    if (id === cohortId) return { outcome: 'moved' }
    const seat = await lockSeats(tx, deps, { wanted: [{ ...key, groupId: cohortId }], byStaff: true })
    if (seat.outcome === 'unknown-cohort') return refused('not-found')
    if (seat.outcome !== 'free') return seat
    const moved = await deps.learning.joinGroup(tx, { ...key, groupId: cohortId, from: id })
    if (moved.outcome !== 'joined') return refused('not-found')
    await tell(tx, deps, target, { userIds: [userId], state: 'added', staff })
    await record(tx, deps, staff, 'cohort.member-moved', target.cohort, { userId })
    return { outcome: 'moved' }
  })
}

export async function removeMember(
  deps: MembersDeps,
  staff: Viewer,
  { id, userId }: { id: string; userId: string },
): Promise<{ outcome: 'removed' } | Refusal<'not-found' | 'has-paid'>> {
  const own = await findOwnCohort(deps, staff, id)
  if (!own) return refused('not-found')
  return deps.database.transaction(async (tx) => {
    const right = await deps.learning.findRight(tx, { userId, courseId: own.course.id })
    if (right?.groupId !== id) return refused('not-found')
    if (right.source === 'purchase') return refused('has-paid')
    await deps.learning.revokeRight(tx, { userId, courseId: own.course.id })
    await record(tx, deps, staff, 'cohort.member-removed', own.cohort, { userId })
    return { outcome: 'removed' }
  })
}

const tell = (
  tx: Tx,
  { notify }: MembersDeps,
  { course, cohort }: OwnCohort,
  {
    userIds,
    state,
    staff,
    strangers = [],
  }: { userIds: readonly string[]; state: 'added'; staff: Viewer; strangers?: readonly string[] },
) =>
  notify(
    tx,
    ...userIds.map((userId) => ({
      kind: 'cohort' as const,
      userId,
      actorId: staff.id,
      subjectId: cohort.id,
      data: cohortNews(course, cohort, { state }),
      // The name of a cohort is what staff wrote.
      isInAppOnly: strangers.includes(userId),
    })),
  )

const record = (
  tx: Tx,
  { audit }: MembersDeps,
  staff: Viewer,
  action: 'cohort.members-added' | 'cohort.member-moved' | 'cohort.member-removed',
  { id, name, courseId }: CohortRow,
  details: Record<string, unknown>,
) =>
  audit.record(tx, {
    actorId: staff.id,
    action,
    subjectId: id,
    details: { title: name, courseId, ...details },
  })
