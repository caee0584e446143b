import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CourseStudent } from '#contract/learning/course-students.ts'
import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import { groupStart, toGroupStart, type GroupStart } from '#server/groups/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inBatches, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import type { EmitEvent } from '#server/integrations/index.ts'
import type { Enrollment } from '#server/learning/memberships.ts'
import { completions, enrollments } from '#server/learning/tables.ts'
import { resumeCertificates, resumeReviews } from './suspension.ts'

export type EnrollmentKey = { userId: string; courseId: string }

export type Grant = EnrollmentKey & {
  /** The caller's reference for this grant; only the same reference can revoke it. */
  sourceRef: string
  /** The cohort in which the caller has locked a seat. */
  groupId?: string | null
  /** The team in which the caller has locked a seat. */
  teamId?: string
  /** True when its manager sees the progress. */
  showsProgress?: boolean
}

type Stored = { database: Database }
type Deps = { catalog: Catalog; clock: Clock; emitEvent: EmitEvent; audit: Audit; cacheTags: CacheTags }

/** Grants access. False, without a change, when the student already has it, so that a repeated grant is idempotent. */
export async function enroll(tx: Tx, deps: Deps, grant: Grant): Promise<boolean> {
  return (await enrollAll(tx, deps, [grant])).length > 0
}

/**
 * Grants access to many, and returns the grants that are new. Enrolments come first and in one order, the counts of courses after them: two
 * such transactions, or one and a single enrolment, cannot wait for each other.
 */
export async function enrollAll(tx: Tx, deps: Deps, grants: readonly Grant[]): Promise<Grant[]> {
  const { catalog, emitEvent } = deps
  const grantedAt = deps.clock.now()
  const key = ({ courseId, userId }: Grant) => `${courseId} ${userId}`
  const added: Grant[] = []
  for (const grant of grants.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const { userId, courseId, sourceRef, groupId = null, teamId = null, showsProgress = false } = grant
    const membership = { groupId, groupJoinedAt: groupId === null ? null : grantedAt, teamId, showsProgress }
    const granted = await tx
      .insert(enrollments)
      .values({ userId, courseId, sourceRef, grantedAt, ...membership })
      .onConflictDoUpdate({
        target: [enrollments.userId, enrollments.courseId],
        set: {
          sourceRef,
          grantedAt,
          revokedAt: sql`null`,
          endsAt: null,
          ...membership,
          ...(isPurchase(sourceRef) ? keptWithPurchase : { leftGroupId: null, openedDays: null }),
        },
        // Revoked access may be granted again; active access stays unchanged.
        setWhere: isNotNull(enrollments.revokedAt),
      })
      .returning({ courseId: enrollments.courseId })
    if (granted.length > 0) added.push(grant)
  }
  for (const [courseId, own] of Map.groupBy(added, (grant) => grant.courseId)) {
    await catalog.adjustStudentCount(tx, { courseId, difference: own.length })
    const userIdsOf = (grants: readonly Grant[]) => grants.map(({ userId }) => userId)
    const byThemselves = own.filter(({ sourceRef }) => sourceOf(sourceRef) !== 'staff')
    await resumeReviews(tx, deps, { courseId, userIds: userIdsOf(byThemselves) })
    await resumeCertificates(tx, deps, { courseId, userIds: userIdsOf(own) })
  }
  for (const { userId, courseId, sourceRef, groupId } of added) {
    await emitEvent(tx, {
      type: 'enrollment.granted',
      data: { studentId: userId, courseId, source: sourceOf(sourceRef) },
    })
    if (groupId)
      await emitEvent(tx, { type: 'cohort.joined', data: { studentId: userId, courseId, cohortId: groupId } })
  }
  return added
}

const isSamePurchase = sql`${enrollments.sourceRef} = excluded.source_ref`
const isSameGroup = sql`${isSamePurchase} and ${enrollments.groupId} = excluded.group_id`

/**
 * The same purchase is granted again when its payment is settled again: the student has had the course since the first time. Any other grant
 * starts anew: what an earlier one had opened would open a new cohort before it starts.
 */
const keptWithPurchase = {
  grantedAt: sql`case when ${isSamePurchase} then ${enrollments.grantedAt} else excluded.granted_at end`,
  groupJoinedAt: sql`case when ${isSameGroup} then ${enrollments.groupJoinedAt} else excluded.group_joined_at end`,
  leftGroupId: sql`case when ${isSamePurchase} then ${enrollments.leftGroupId} end`,
  openedDays: sql`case when ${isSamePurchase} then ${enrollments.openedDays} end`,
}

const isPurchase = (sourceRef: string): boolean => sourceOf(sourceRef) === 'purchase'

/** How the access of an enrolment was granted. */
export function sourceOf(sourceRef: string): CourseStudent['source'] {
  if (sourceRef.startsWith(staffSource)) return 'staff'
  return sourceRef === 'free' ? 'free' : 'purchase'
}

/** The words of the partial index on sources. */
const isOfPurchase = sql`${enrollments.sourceRef} like 'transaction:%'`

/** Revokes exactly the access of this source, found by its purchase, or by its user where it is none. Null when there is none, or it was already revoked. */
export async function revoke(
  tx: Tx,
  { catalog, clock }: Pick<Deps, 'catalog' | 'clock'>,
  { sourceRef, userId }: { sourceRef: string; userId?: string | undefined },
): Promise<EnrollmentKey | null> {
  const ofIndex = sourceRef.startsWith('transaction:') ? isOfPurchase : undefined
  const ofUser = userId === undefined ? ofIndex : eq(enrollments.userId, userId)
  const [revoked] = await tx
    .update(enrollments)
    .set({ revokedAt: clock.now() })
    .where(and(eq(enrollments.sourceRef, sourceRef), ofUser, isNull(enrollments.revokedAt)))
    .returning({ userId: enrollments.userId, courseId: enrollments.courseId })
  if (!revoked) return null
  await catalog.adjustStudentCount(tx, { courseId: revoked.courseId, difference: -1 })
  return revoked
}

/** With what decides when its lessons open. */
export type EnrollmentInGroup = Enrollment & { group: GroupStart | null }

const inGroup = { enrollment: enrollments, group: groupStart.columns }
const ofGroup = eq(groupStart.id, enrollments.groupId)
const toEnrollment = ({
  enrollment,
  group,
}: {
  enrollment: Enrollment
  group: Parameters<typeof toGroupStart>[0]
}): EnrollmentInGroup => ({ ...enrollment, group: toGroupStart(group) })

/** References of access that staff granted start with this. */
export const staffSource = 'staff:'

/** The active enrolment of a student in a course, or null. */
export async function findEnrollment(
  queryable: Queryable,
  userId: string,
  courseId: string,
): Promise<EnrollmentInGroup | null> {
  const [row] = await queryable
    .select(inGroup)
    .from(enrollments)
    .leftJoin(groupStart.table, ofGroup)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt)))
  return row ? toEnrollment(row) : null
}

export const isEnrolled = async (queryable: Queryable, userId: string, courseId: string): Promise<boolean> =>
  (await findEnrollment(queryable, userId, courseId)) !== null

/** Which of these courses the user has access to, in one query. */
export async function listEnrolledAmong(
  queryable: Queryable,
  userId: string,
  courseIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queryable
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(
      and(eq(enrollments.userId, userId), inArray(enrollments.courseId, [...courseIds]), isNull(enrollments.revokedAt)),
    )
  return new Set(rows.map(({ courseId }) => courseId))
}

/** The active enrolment, and which of these lessons the student completed, in one query. */
export async function findStudy(
  queryable: Queryable,
  userId: string,
  courseId: string,
  lessonIds: readonly string[],
): Promise<{ enrollment: EnrollmentInGroup; completed: ReadonlySet<string> } | null> {
  const rows = await queryable
    .select({ ...inGroup, lessonId: completions.lessonId })
    .from(enrollments)
    .leftJoin(groupStart.table, ofGroup)
    .leftJoin(
      completions,
      and(eq(completions.userId, enrollments.userId), inArray(completions.lessonId, [...lessonIds])),
    )
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt)))
  const [first] = rows
  return first
    ? { enrollment: toEnrollment(first), completed: new Set(rows.flatMap(({ lessonId }) => lessonId ?? [])) }
    : null
}

/** Like `findEnrollment`; a concurrent revocation waits until this transaction ends, and then sees what it wrote. */
export async function lockEnrollmentForShare(tx: Tx, { userId, courseId }: EnrollmentKey): Promise<Enrollment | null> {
  const [row] = await tx
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt)))
    .for('share')
  return row ?? null
}

/** The number of active enrolments by user. A user without any has no entry. */
export async function countCoursesOf({ database }: Stored, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await inBatches(userIds, (batch) =>
    database.query
      .select({ userId: enrollments.userId, count: sql<number>`count(*)::int` })
      .from(enrollments)
      .where(and(inArray(enrollments.userId, batch), isNull(enrollments.revokedAt)))
      .groupBy(enrollments.userId),
  )
  return new Map(rows.map((row) => [row.userId, row.count]))
}

/** The courses in which these users are enrolled, by user. A user without any has no entry. */
export async function findCourseIdsOf(
  { database }: Stored,
  userIds: readonly string[],
  { alsoRevoked = false } = {},
): Promise<Map<string, Set<string>>> {
  const rows = await inBatches(userIds, (batch) =>
    database.query
      .select({ userId: enrollments.userId, courseId: enrollments.courseId })
      .from(enrollments)
      .where(and(inArray(enrollments.userId, batch), alsoRevoked ? undefined : isNull(enrollments.revokedAt))),
  )
  return new Map(
    [...Map.groupBy(rows, (row) => row.userId)].map(([userId, own]) => [
      userId,
      new Set(own.map((row) => row.courseId)),
    ]),
  )
}

/** Active enrolments of these users, in the order in which they were granted. */
export const readStudies = ({ database }: Stored, userIds: readonly string[]) =>
  inBatches(userIds, (batch) =>
    database.query
      .select({
        userId: enrollments.userId,
        courseId: enrollments.courseId,
        grantedAt: enrollments.grantedAt,
        finishedAt: enrollments.finishedAt,
        completedLessons: enrollments.completedLessons,
      })
      .from(enrollments)
      .where(and(inArray(enrollments.userId, batch), isNull(enrollments.revokedAt)))
      .orderBy(enrollments.grantedAt, enrollments.courseId),
  )

/** Which of these users are enrolled in a course. */
export async function findEnrolled(
  { database }: Stored,
  courseId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(userIds, (batch) =>
    database.query
      .select({ userId: enrollments.userId })
      .from(enrollments)
      .where(
        and(eq(enrollments.courseId, courseId), inArray(enrollments.userId, batch), isNull(enrollments.revokedAt)),
      ),
  )
  return new Set(rows.map((row) => row.userId))
}

/** The active enrolment, or also a revoked one, locked so that concurrent changes of one student's progress run one after the other. */
export async function lockEnrollmentForUpdate(
  tx: Tx,
  { userId, courseId }: EnrollmentKey,
  { alsoRevoked = false } = {},
): Promise<EnrollmentInGroup | null> {
  const isActive = alsoRevoked ? undefined : isNull(enrollments.revokedAt)
  const [row] = await tx
    .select(inGroup)
    .from(enrollments)
    .leftJoin(groupStart.table, ofGroup)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isActive))
    .for('update', { of: enrollments })
  return row ? toEnrollment(row) : null
}
