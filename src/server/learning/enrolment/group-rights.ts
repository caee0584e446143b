import { and, asc, eq, gt, gte, inArray, isNull, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { CourseStudent } from '#contract/learning/course-students.ts'
import type { CourseRow } from '#server/catalog/index.ts'
import { daysOpened, groupStart } from '#server/groups/index.ts'
import { userSql } from '#server/identity/index.ts'
import { inBatches, type Tx } from '#server/platform/database/index.ts'
import type { Refusal } from '#server/platform/outcomes.ts'
import type { LearningDeps } from '#server/learning/deps.ts'
import { completions } from '#server/learning/tables.ts'
import { enrollments, type Enrollment } from '#server/learning/memberships.ts'
import {
  findEnrollment,
  lockEnrollmentForUpdate,
  sourceOf,
  type EnrollmentInGroup,
  type EnrollmentKey,
} from './enroll.ts'

type Right = EnrollmentInGroup & { source: CourseStudent['source'] }

/** The right of a student to study a course, with its group; null without one. */
export async function findRight(tx: Tx, _deps: LearningDeps, key: EnrollmentKey): Promise<Right | null> {
  const row = await findEnrollment(tx, key.userId, key.courseId)
  return row && { ...row, source: sourceOf(row.sourceRef) }
}

type LeftCohort = { sourceRef: string; userId: string; groupId: string }

/** The cohorts in which students were when the rights that these purchases gave were revoked. */
export async function listLeftCohorts(
  tx: Tx,
  _deps: LearningDeps,
  sourceRefs: readonly string[],
): Promise<LeftCohort[]> {
  const { sourceRef, userId, groupId, revokedAt } = enrollments
  // The words of the partial index.
  const isOfPurchase = sql`${sourceRef} like 'transaction:%'`
  const rows = await tx
    .select({ sourceRef, userId, groupId })
    .from(enrollments)
    .where(and(inArray(sourceRef, [...sourceRefs]), isOfPurchase, isNotNull(revokedAt), isNotNull(groupId)))
  return rows.flatMap((row) => (row.groupId === null ? [] : [{ ...row, groupId: row.groupId }]))
}

type Joining = EnrollmentKey & {
  groupId: string
  /** The group that the student leaves; `waiting`: none, or a cancelled one. */
  from: string
}

/** Puts a right to study into a group in which the caller has locked a seat. What was open in the group before stays open. */
export async function joinGroup(
  tx: Tx,
  { clock, emitEvent }: Pick<LearningDeps, 'clock' | 'emitEvent'>,
  { groupId, from, ...key }: Joining,
): Promise<Refusal<'joined' | 'in-other-group' | 'no-right'>> {
  const right = await lockEnrollmentForUpdate(tx, key)
  if (!right) return { outcome: 'no-right' }
  if (right.groupId === groupId) return { outcome: 'joined' }
  const isWaiting = right.group === null || right.group.isCancelled
  if (from === 'waiting' ? !isWaiting : right.groupId !== from) return { outcome: 'in-other-group' }
  const now = clock.now()
  const opened = [right.openedDays, right.group && openedIn(right.group, now)].filter((days) => days !== null)
  await tx
    .update(enrollments)
    .set({
      groupId,
      groupJoinedAt: now,
      leftGroupId: right.groupId,
      openedDays: opened.length > 0 ? Math.max(...opened) : null,
    })
    .where(and(eq(enrollments.userId, key.userId), eq(enrollments.courseId, key.courseId)))
  await emitEvent(tx, {
    type: 'cohort.joined',
    data: { studentId: key.userId, courseId: key.courseId, cohortId: groupId },
  })
  return { outcome: 'joined' }
}

/** A cancelled group opens nothing more. */
const openedIn = (group: NonNullable<EnrollmentInGroup['group']>, now: Date): number | null =>
  group.isCancelled ? group.openedDays : daysOpened(group, now)

/** Ends the right to study of somebody who did not buy it. */
export async function revokeRight(
  tx: Tx,
  { catalog, clock }: Pick<LearningDeps, 'catalog' | 'clock'>,
  { userId, courseId }: EnrollmentKey,
): Promise<void> {
  const right = await lockEnrollmentForUpdate(tx, { userId, courseId })
  if (!right || sourceOf(right.sourceRef) === 'purchase') return
  await tx
    .update(enrollments)
    .set({ revokedAt: clock.now() })
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
  await catalog.adjustStudentCount(tx, { courseId, difference: -1 })
}

type Member = Pick<Enrollment, 'userId' | 'completedLessons'> & {
  name: string
  email: string
  joinedAt: Date
  source: CourseStudent['source']
  groupName: string | null
}

type Page = { after: string | undefined; limit: number }

/** With names and addresses, so that a page is one statement. */
async function readMembers(
  { database: { query } }: LearningDeps,
  where: SQL | undefined,
  { after, limit }: Page,
): Promise<Member[]> {
  const people = userSql.contacts(query)
  const rows = await query
    .select({
      userId: enrollments.userId,
      name: people.name,
      email: people.email,
      joinedAt: sql`coalesce(${enrollments.groupJoinedAt}, ${enrollments.grantedAt})`.mapWith(enrollments.grantedAt),
      sourceRef: enrollments.sourceRef,
      completedLessons: enrollments.completedLessons,
      groupName: groupStart.table.name,
    })
    .from(enrollments)
    .innerJoin(people, eq(people.id, enrollments.userId))
    .leftJoin(groupStart.table, eq(groupStart.id, enrollments.groupId))
    .where(and(where, isNull(enrollments.revokedAt), after === undefined ? undefined : gt(enrollments.userId, after)))
    .orderBy(asc(enrollments.userId))
    .limit(limit)
  return rows.map(({ sourceRef, ...row }) => ({ ...row, source: sourceOf(sourceRef) }))
}

export const listInGroup = (deps: LearningDeps, { groupId, ...page }: Page & { groupId: string }): Promise<Member[]> =>
  readMembers(deps, eq(enrollments.groupId, groupId), page)

/** Students whose lessons wait until they chose a cohort: nobody where the course is sold without cohorts. */
export async function listWithoutGroup(
  deps: LearningDeps,
  { course, ...page }: Page & { course: Pick<CourseRow, 'id' | 'cohortsSince'> },
): Promise<Member[]> {
  const { id, cohortsSince } = course
  if (cohortsSince === null) return []
  const withoutAny = and(isNull(enrollments.groupId), gte(enrollments.grantedAt, cohortsSince))
  const isWaiting = or(isNotNull(groupStart.columns.cancelledAt), withoutAny)
  return readMembers(deps, and(eq(enrollments.courseId, id), isWaiting), page)
}

/** Which of these lessons a user completed. */
export async function findCompletedOf(
  { database }: LearningDeps,
  userId: string,
  lessonIds: readonly string[],
): Promise<Set<string>> {
  const rows = await database.query
    .select({ lessonId: completions.lessonId })
    .from(completions)
    .where(and(eq(completions.userId, userId), inArray(completions.lessonId, [...lessonIds])))
  return new Set(rows.map(({ lessonId }) => lessonId))
}

/** Which of these users completed a lesson. */
export async function findCompletedBy(
  { database }: LearningDeps,
  lessonId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(userIds, (batch) =>
    database.query
      .select({ userId: completions.userId })
      .from(completions)
      .where(and(eq(completions.lessonId, lessonId), inArray(completions.userId, batch))),
  )
  return new Set(rows.map(({ userId }) => userId))
}
