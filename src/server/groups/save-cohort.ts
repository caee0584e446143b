import { canManageCourse } from '#server/catalog/index.ts'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { maximumCohorts, type CohortChange, type NewCohort } from '#contract/groups/cohorts-staff.ts'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import type { GroupsDeps } from './deps.ts'
import { daysOpened } from './group-start.ts'
import { meetings } from './meetings/tables.ts'
import { countTaken, lockGroups } from './seats.ts'
import { groups } from './tables.ts'
import { lockUntilCommit, type Tx, isStale } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { presentCohort } from './list-cohorts.ts'
import { asCohort, findOwnCohort, type CohortRow } from './own-cohort.ts'
import { tellMembers } from './tell-members.ts'

type Dates = Pick<CohortRow, 'startsOn' | 'endsOn' | 'joinUntil'>

/** Mistakes of days that belong together, by field. */
function checkDates({ startsOn, endsOn, joinUntil }: Dates): Record<string, string> {
  if (endsOn !== null && endsOn < startsOn) return { endsOn: 'Tanggal selesai tidak boleh sebelum tanggal mulai' }
  if (endsOn !== null && joinUntil > endsOn)
    return { joinUntil: 'Pendaftaran tidak bisa dibuka sampai sesudah angkatannya selesai' }
  return {}
}

const startInPast = { startsOn: 'Tanggal mulai sudah lewat' }

export async function createCohort(
  deps: GroupsDeps,
  staff: Viewer,
  { id: courseId, ...input }: NewCohort & { id: string },
): Promise<{ outcome: 'created'; cohort: Cohort } | InvalidInput | Refusal<'not-found' | 'too-many-cohorts'>> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit')) return refused('not-found')
  const now = deps.clock.now()
  const { startsOn, endsOn = null, seats = null, chatUrl = null, attendancePercent = null, recordingCounts } = input
  const dates = { startsOn, endsOn, joinUntil: input.joinUntil ?? startsOn }
  if (startsOn < jakartaDay(now)) return invalidInput(startInPast)
  const mistakes = checkDates(dates)
  if (Object.keys(mistakes).length > 0) return invalidInput(mistakes)
  return deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, `cohorts:${courseId}`)
    const [known] = await tx.select({ count: count() }).from(groups).where(eq(groups.courseId, courseId))
    if ((known?.count ?? 0) >= maximumCohorts) return refused('too-many-cohorts')
    const [row] = await tx
      .insert(groups)
      .values({
        id: newId(),
        kind: 'cohort',
        courseId,
        name: input.name,
        ...dates,
        seats,
        chatUrl,
        attendancePercent,
        recordingCounts: recordingCounts ?? false,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const cohort = asCohort(row)
    if (!cohort) throw new Error('The insert returned no cohort')
    await record(tx, deps, staff, 'cohort.created', cohort, { startsOn, seats })
    return {
      outcome: 'created',
      cohort: presentCohort({ cohort, taken: 0, isMine: false, isHeld: false }, now, { isStaff: true }),
    }
  })
}

const changeable = [
  'name',
  'startsOn',
  'endsOn',
  'joinUntil',
  'seats',
  'chatUrl',
  'attendancePercent',
  'recordingCounts',
] as const

export async function updateCohort(
  deps: GroupsDeps,
  staff: Viewer,
  { id, version, ...change }: CohortChange & { id: string },
): Promise<{ outcome: 'saved'; cohort: Cohort } | InvalidInput | Refusal<'not-found' | 'stale'>> {
  const own = await findOwnCohort(deps, staff, id)
  if (!own) return refused('not-found')
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const before = asCohort((await lockGroups(tx, [id])).get(id))
    if (!before) return refused('not-found')
    if (isStale(before, version)) return refused('stale')
    const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const wanted: CohortRow = { ...before, ...sent }
    // The time to join follows the start, unless it was chosen.
    const followsStart = before.joinUntil === before.startsOn && change.joinUntil === undefined
    const after = { ...wanted, joinUntil: followsStart ? wanted.startsOn : (wanted.joinUntil ?? wanted.startsOn) }
    const isMoved = after.startsOn !== before.startsOn
    if (isMoved && after.startsOn < jakartaDay(now)) return invalidInput(startInPast)
    const mistakes = checkDates(after)
    if (Object.keys(mistakes).length > 0) return invalidInput(mistakes)
    const taken = await countTaken(tx, id)
    if (after.seats !== null && after.seats < taken)
      return invalidInput({ seats: `Sudah terisi ${taken} kursi, jadi tidak bisa kurang dari itu` })
    const changed = changeable.filter((field) => before[field] !== after[field])
    const values = Object.fromEntries(changed.map((field) => [field, after[field]]))
    const [row] = await tx
      .update(groups)
      .set({
        ...values,
        ...(isMoved ? { openedDays: daysOpened(before, now) } : {}),
        version: sql`${groups.version} + 1`,
        updatedAt: now,
      })
      .where(eq(groups.id, id))
      .returning()
    const saved = asCohort(row)
    if (!saved) throw new Error('The locked cohort does not exist')
    if (changed.length > 0)
      await record(tx, deps, staff, 'cohort.changed', saved, {
        // A link that only members see is in no log.
        fields: changed.join(', '),
        ...(isMoved ? { before: { startsOn: before.startsOn }, after: { startsOn: after.startsOn } } : {}),
      })
    if (isMoved)
      await tellMembers(tx, deps, { course: own.course, cohort: saved, news: { state: 'moved' }, actorId: staff.id })
    return {
      outcome: 'saved',
      cohort: presentCohort({ cohort: saved, taken, isMine: false, isHeld: false }, now, { isStaff: true }),
    }
  })
}

export async function deleteCohort(
  deps: GroupsDeps,
  staff: Viewer,
  cohortId: string,
): Promise<{ outcome: 'deleted' } | Refusal<'not-found' | 'has-members'>> {
  if (!(await findOwnCohort(deps, staff, cohortId))) return refused('not-found')
  return deps.database.transaction(async (tx) => {
    const cohort = asCohort((await lockGroups(tx, [cohortId])).get(cohortId))
    if (!cohort) return refused('not-found')
    if ((await countTaken(tx, cohortId)) > 0) return refused('has-members')
    await tx.delete(groups).where(eq(groups.id, cohortId))
    await record(tx, deps, staff, 'cohort.deleted', cohort, {})
    return { outcome: 'deleted' }
  })
}

/** Members keep their right to study; it waits for another cohort, but for what was open. */
export async function cancelCohort(
  deps: GroupsDeps,
  staff: Viewer,
  { id, sentence }: { id: string; sentence: string },
): Promise<{ outcome: 'cancelled'; cohort: Cohort } | Refusal<'not-found'>> {
  const own = await findOwnCohort(deps, staff, id)
  if (!own) return refused('not-found')
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const before = asCohort((await lockGroups(tx, [id])).get(id))
    if (!before) return refused('not-found')
    const taken = await countTaken(tx, id)
    const present = (cohort: CohortRow) => ({
      outcome: 'cancelled' as const,
      cohort: presentCohort({ cohort, taken, isMine: false, isHeld: false }, now, { isStaff: true }),
    })
    if (before.cancelledAt !== null) return present(before)
    const [row] = await tx
      .update(groups)
      .set({
        cancelledAt: now,
        cancelSentence: sentence,
        openedDays: daysOpened(before, now),
        version: sql`${groups.version} + 1`,
        updatedAt: now,
      })
      .where(eq(groups.id, id))
      .returning()
    const cohort = asCohort(row)
    if (!cohort) throw new Error('The locked cohort does not exist')
    await cancelMeetingsToCome(tx, id, now)
    await record(tx, deps, staff, 'cohort.cancelled', cohort, { sentence })
    await tellMembers(tx, deps, {
      course: own.course,
      cohort,
      news: { state: 'cancelled', sentence },
      actorId: staff.id,
    })
    return present(cohort)
  })
}

/** Schedules and calendars say that these are cancelled; members are told of the cohort. */
async function cancelMeetingsToCome(tx: Tx, groupId: string, now: Date): Promise<void> {
  // As when one is planned, so that none is planned meanwhile.
  await lockUntilCommit(tx, `meetings:${groupId}`)
  await tx
    .update(meetings)
    .set({ cancelledAt: now, sequence: sql`${meetings.sequence} + 1`, updatedAt: now })
    .where(and(eq(meetings.groupId, groupId), isNull(meetings.cancelledAt), gt(meetings.startsAt, now)))
}

const record = (
  tx: Tx,
  { audit }: GroupsDeps,
  staff: Viewer,
  action: 'cohort.created' | 'cohort.changed' | 'cohort.deleted' | 'cohort.cancelled',
  { id, courseId, name }: CohortRow,
  details: Record<string, unknown>,
) =>
  audit.record(tx, {
    actorId: staff.id,
    action,
    subjectId: id,
    details: { title: name, courseId, ...details },
  })
