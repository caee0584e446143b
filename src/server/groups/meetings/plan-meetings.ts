import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { maximumMeetings, type Meeting, type MeetingChange, type NewMeeting } from '#contract/groups/meetings-staff.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { findCohort, findOwnCohort } from '#server/groups/own-cohort.ts'
import type { GroupsDeps } from '#server/groups/deps.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { endOf, meetingState } from './meeting-time.ts'
import { findOwnMeeting, type OwnMeeting } from './own-meeting.ts'
import { planRounds } from './rounds.ts'
import { attendances, meetings, type MeetingRow } from './tables.ts'
import { tellOfMeeting } from './tell-of-meeting.ts'

const attended = sql<number>`(select count(*) from ${attendances} where ${attendances.meetingId} = ${meetings.id} and ${attendances.attended})::int`

export function presentMeeting(row: MeetingRow, attendedBy: number, now: Date): Meeting {
  return {
    _id: row.id,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    endsAt: endOf(row).toISOString(),
    minutes: row.minutes,
    state: meetingState(row, now),
    url: row.url,
    chapterId: row.chapterId,
    recordingContentId: row.recordingId,
    attended: attendedBy,
  }
}

/** Null: not for these staff. */
export async function listMeetings(deps: GroupsDeps, staff: Viewer, cohortId: string): Promise<Meeting[] | null> {
  if (!(await findOwnCohort(deps, staff, cohortId))) return null
  const rows = await deps.database.query
    .select({ meeting: meetings, attended })
    .from(meetings)
    .where(eq(meetings.groupId, cohortId))
    .orderBy(asc(meetings.startsAt), asc(meetings.id))
    .limit(maximumMeetings)
  return rows.map((row) => presentMeeting(row.meeting, row.attended, deps.clock.now()))
}

const startInPast = { startsAt: 'Waktu mulai sudah lewat' }

/** Why a chapter cannot be named; null when it belongs to the course. */
async function checkChapter({ catalog }: GroupsDeps, courseId: string, chapterId: string | null | undefined) {
  if (!chapterId) return null
  const isOfCourse = (await catalog.listChapters(courseId)).some(({ id }) => id === chapterId)
  return isOfCourse ? null : invalidInput({ chapterId: 'Bab ini bukan dari kelas ini' })
}

/** The title of a meeting of the cohort that is at the same time; null without one. */
async function findOverlap(
  tx: Tx,
  groupId: string,
  planned: Pick<MeetingRow, 'startsAt' | 'minutes'>,
  except?: string,
) {
  const [row] = await tx
    .select({ title: meetings.title })
    .from(meetings)
    .where(
      and(
        eq(meetings.groupId, groupId),
        isNull(meetings.cancelledAt),
        except === undefined ? undefined : sql`${meetings.id} <> ${except}`,
        sql`${meetings.startsAt} < ${endOf(planned).toISOString()}::timestamptz`,
        sql`${meetings.startsAt} + make_interval(mins => ${meetings.minutes}) > ${planned.startsAt.toISOString()}::timestamptz`,
      ),
    )
    .limit(1)
  return row?.title ?? null
}

const overlapping = (title: string) => invalidInput({ startsAt: `Waktunya bentrok dengan “${title}”` })

type Created = { outcome: 'created'; meetings: Meeting[] } | InvalidInput | Refusal<'not-found' | 'too-many-meetings'>

export async function createMeetings(
  deps: GroupsDeps,
  staff: Viewer,
  { id: cohortId, weeks = 1, startsAt, ...input }: NewMeeting & { id: string },
): Promise<Created> {
  const own = await findOwnCohort(deps, staff, cohortId)
  if (!own) return refused('not-found')
  const now = deps.clock.now()
  const first = new Date(startsAt)
  if (first <= now) return invalidInput(startInPast)
  const unknown = await checkChapter(deps, own.course.id, input.chapterId)
  if (unknown) return unknown
  const planned = Array.from({ length: weeks }, (_, week) => ({
    ...input,
    chapterId: input.chapterId ?? null,
    id: newId(),
    groupId: cohortId,
    // Western Indonesia has no daylight saving: a week later is at the same hour.
    startsAt: new Date(first.getTime() + week * 7 * dayMs),
    createdAt: now,
    updatedAt: now,
  }))
  return deps.database.transaction(async (tx): Promise<Created> => {
    await lockUntilCommit(tx, `meetings:${cohortId}`)
    if ((await findCohort(tx, cohortId))?.cancelledAt !== null) return refused('not-found')
    const [known] = await tx.select({ count: count() }).from(meetings).where(eq(meetings.groupId, cohortId))
    if ((known?.count ?? 0) + weeks > maximumMeetings) return refused('too-many-meetings')
    for (const meeting of planned) {
      const title = await findOverlap(tx, cohortId, meeting)
      if (title !== null) return overlapping(title)
    }
    const rows = await tx.insert(meetings).values(planned).returning()
    for (const row of rows) await planRounds(tx, row, now)
    await record(tx, deps, staff, 'cohort.meeting-created', own, { title: input.title, count: rows.length })
    return { outcome: 'created', meetings: rows.map((row) => presentMeeting(row, 0, now)) }
  })
}

export async function updateMeeting(
  deps: GroupsDeps,
  staff: Viewer,
  { id, ...change }: MeetingChange & { id: string },
): Promise<{ outcome: 'saved'; meeting: Meeting } | InvalidInput | Refusal<'not-found' | 'meeting-over'>> {
  const own = await findOwnMeeting(deps, staff, id)
  if (!own || own.meeting.cancelledAt !== null) return refused('not-found')
  const unknown = await checkChapter(deps, own.course.id, change.chapterId)
  if (unknown) return unknown
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, `meetings:${own.cohort.id}`)
    const [before] = await tx.select().from(meetings).where(eq(meetings.id, id))
    if (!before || before.cancelledAt !== null) return refused('not-found')
    if (meetingState(before, now) === 'over') return refused('meeting-over')
    const { startsAt, ...others } = change
    const sent = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
    const after: MeetingRow = {
      ...before,
      ...sent,
      startsAt: startsAt === undefined ? before.startsAt : new Date(startsAt),
    }
    const isMoved = after.startsAt.getTime() !== before.startsAt.getTime()
    if (isMoved && after.startsAt <= now) return invalidInput(startInPast)
    const isRetimed = isMoved || after.minutes !== before.minutes
    const clash = isRetimed ? await findOverlap(tx, before.groupId, after, id) : null
    if (clash !== null) return overlapping(clash)
    const { title, minutes, url, chapterId } = after
    const [row] = await tx
      .update(meetings)
      .set({ title, startsAt: after.startsAt, minutes, url, chapterId, sequence: before.sequence + 1, updatedAt: now })
      .where(eq(meetings.id, id))
      .returning()
    if (!row) throw new Error('The meeting does not exist')
    if (isMoved) await planRounds(tx, row, now)
    // Who came early was not there, unless they can come in at the new time, too.
    if (isMoved && meetingState(row, now) === 'upcoming')
      await tx.delete(attendances).where(and(eq(attendances.meetingId, id), eq(attendances.byHand, false)))
    if ((isRetimed || title !== before.title) && endOf(row) > now)
      await tellOfMeeting(tx, deps, { about: { ...own, meeting: row }, kind: 'meeting-changed', actorId: staff.id })
    await record(tx, deps, staff, 'cohort.meeting-changed', own, {
      title,
      ...(isMoved ? { before: { startsAt: before.startsAt }, after: { startsAt: row.startsAt } } : {}),
    })
    const [counted] = await tx.select({ attended }).from(meetings).where(eq(meetings.id, id))
    return { outcome: 'saved', meeting: presentMeeting(row, counted?.attended ?? 0, now) }
  })
}

/** It stays in schedules and calendars as cancelled. Afterwards only one that was never held is cancelled, so that it counts for nobody. */
export async function cancelMeeting(
  deps: GroupsDeps,
  staff: Viewer,
  meetingId: string,
): Promise<{ outcome: 'cancelled' } | Refusal<'not-found' | 'meeting-over'>> {
  const own = await findOwnMeeting(deps, staff, meetingId)
  if (!own) return refused('not-found')
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, `meetings:${own.cohort.id}`)
    const [before] = await tx.select({ meeting: meetings, attended }).from(meetings).where(eq(meetings.id, meetingId))
    if (!before) return refused('not-found')
    const wasHeld = before.attended > 0 || before.meeting.recordingId !== null
    if (wasHeld && meetingState(before.meeting, now) === 'over') return refused('meeting-over')
    const [row] = await tx
      .update(meetings)
      .set({ cancelledAt: now, sequence: sql`${meetings.sequence} + 1`, updatedAt: now })
      .where(and(eq(meetings.id, meetingId), isNull(meetings.cancelledAt)))
      .returning()
    if (!row) return { outcome: 'cancelled' }
    if (endOf(row) > now)
      await tellOfMeeting(tx, deps, { about: { ...own, meeting: row }, kind: 'meeting-cancelled', actorId: staff.id })
    await record(tx, deps, staff, 'cohort.meeting-cancelled', own, { title: row.title })
    return { outcome: 'cancelled' }
  })
}

const lessonUnknown = { contentId: 'Materi ini bukan dari kelas ini, atau masih draf' }

export async function saveRecording(
  deps: GroupsDeps,
  staff: Viewer,
  { id, contentId }: { id: string; contentId: string | null },
): Promise<{ outcome: 'saved' } | InvalidInput | Refusal<'not-found'>> {
  const own = await findOwnMeeting(deps, staff, id)
  if (!own) return refused('not-found')
  const lessons = await deps.catalog.listLessonSummaries(own.course.id)
  if (contentId !== null && !lessons.some((lesson) => lesson.id === contentId)) return invalidInput(lessonUnknown)
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const [before] = await tx.select().from(meetings).where(eq(meetings.id, id)).for('no key update')
    if (!before) return refused('not-found')
    if (before.recordingId === contentId) return { outcome: 'saved' }
    await tx.update(meetings).set({ recordingId: contentId, updatedAt: now }).where(eq(meetings.id, id))
    if (contentId !== null)
      await tellOfMeeting(tx, deps, {
        about: { ...own, meeting: { ...before, recordingId: contentId } },
        kind: 'meeting-recording',
        actorId: staff.id,
      })
    await record(tx, deps, staff, 'cohort.recording-changed', own, { title: before.title })
    return { outcome: 'saved' }
  })
}

/** The link of a meeting is in no entry. */
const record = (
  tx: Tx,
  { audit }: GroupsDeps,
  staff: Viewer,
  action: 'cohort.meeting-created' | 'cohort.meeting-changed' | 'cohort.meeting-cancelled' | 'cohort.recording-changed',
  { cohort, course }: Pick<OwnMeeting, 'cohort' | 'course'>,
  details: Record<string, unknown>,
) =>
  audit.record(tx, {
    actorId: staff.id,
    action,
    subjectId: cohort.id,
    details: { ...details, courseId: course.id },
  })
