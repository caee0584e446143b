import { canManageCourse } from '#server/catalog/index.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { maximumCohorts } from '#contract/groups/cohorts-staff.ts'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { cohortState, isClosed } from './cohort-state.ts'
import type { GroupsDeps } from './deps.ts'
import { seatsLeft, seatsTaken } from './seats.ts'
import { groupMembers, groups, seatHolders } from './tables.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { asCohort, type CohortRow } from './own-cohort.ts'

type Shown = {
  cohort: CohortRow
  taken: number
  isMine: boolean
  /** The viewer's open order holds a seat. */ isHeld: boolean
}

/** Which fields of a cohort whom is shown. */
export function presentCohort(
  { cohort, taken, isMine, isHeld }: Shown,
  now: Date,
  { isStaff }: { isStaff: boolean },
): Cohort {
  const { id: _id, name, startsOn, endsOn, joinUntil, seats, chatUrl, cancelSentence } = cohort
  const left = seatsLeft({ seats, taken })
  const shown = {
    _id,
    name,
    startsOn,
    endsOn,
    joinUntil,
    seats,
    seatsLeft: left,
    state: cohortState(cohort, isHeld ? null : left, now),
  }
  const inside = { chatUrl, cancelledAt: cohort.cancelledAt?.toISOString() ?? null, cancelSentence }
  const { attendancePercent, recordingCounts, version } = cohort
  return {
    ...shown,
    ...(isMine ? { isMine: true as const } : {}),
    ...(isHeld ? { isHeld: true as const } : {}),
    ...(isMine || isStaff ? inside : {}),
    ...(isStaff ? { members: taken, attendancePercent, recordingCounts, version } : {}),
  }
}

/** Cohorts of a course by their start: for its staff all of them, for others those that can be joined and their own. Null for a course that the viewer does not see. */
export async function listCohorts(
  { database, catalog, clock }: GroupsDeps,
  viewer: Viewer | null,
  courseId: string,
): Promise<Cohort[] | null> {
  const course = await catalog.findCourse(courseId)
  if (!course) return null
  const isStaff = canManageCourse(viewer, course, 'teach')
  const viewerIn = (of: typeof groupMembers | typeof seatHolders) =>
    viewer
      ? sql<boolean>`exists (select 1 from ${of} where ${and(eq(of.groupId, groups.id), eq(of.userId, viewer.id))})`
      : sql<boolean>`false`
  const rows = await database.query
    .select({ group: groups, taken: seatsTaken, isMine: viewerIn(groupMembers), isHeld: viewerIn(seatHolders) })
    .from(groups)
    .where(eq(groups.courseId, courseId))
    .orderBy(asc(groups.startsOn), asc(groups.id))
    .limit(maximumCohorts)
  const now = clock.now()
  const found = rows.flatMap(({ group, ...about }): Shown[] => {
    const cohort = asCohort(group)
    return cohort ? [{ cohort, ...about }] : []
  })
  if (course.status !== 'published' && !isStaff && !found.some((each) => each.isMine)) return null
  return found
    .filter((each) => isStaff || each.isMine || !isClosed(each.cohort, now))
    .map((each) => presentCohort(each, now, { isStaff }))
}
