import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { userSql } from '#server/identity/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { LearningDeps } from '#server/learning/deps.ts'
import { enrollments } from '#server/learning/memberships.ts'

// Who is in a team is on the right to study that a seat of it gave: one for each course of a bundle.

const isOf = (teamId: string) => and(eq(enrollments.teamId, teamId), isNull(enrollments.revokedAt))

const joinedAt = sql<Date>`min(${enrollments.grantedAt})`.mapWith(enrollments.grantedAt)

export async function countTeamMembers(tx: Queryable, teamIds: readonly string[]): Promise<Map<string, number>> {
  if (teamIds.length === 0) return new Map()
  const rows = await tx
    .select({ teamId: enrollments.teamId, members: sql<number>`count(distinct ${enrollments.userId})::int` })
    .from(enrollments)
    .where(and(inArray(enrollments.teamId, [...teamIds]), isNull(enrollments.revokedAt)))
    .groupBy(enrollments.teamId)
  return new Map(rows.flatMap(({ teamId, members }) => (teamId === null ? [] : [[teamId, members]])))
}

/** The rights that a seat of this team gave a user; they are not given twice. */
export const findTeamRights = (
  tx: Queryable,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<{ courseId: string; sourceRef: string; completedLessons: number }[]> =>
  tx
    .select({
      courseId: enrollments.courseId,
      sourceRef: enrollments.sourceRef,
      completedLessons: enrollments.completedLessons,
    })
    .from(enrollments)
    .where(and(isOf(teamId), eq(enrollments.userId, userId)))
    .orderBy(asc(enrollments.courseId))

/** The same, and no progress is noted in them until this transaction ends. */
export async function lockTeamRights(tx: Tx, key: { teamId: string; userId: string }) {
  const locked = tx
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(and(isOf(key.teamId), eq(enrollments.userId, key.userId)))
    .orderBy(asc(enrollments.courseId))
    .for('update')
  await locked
  return findTeamRights(tx, key)
}

/** The members who joined last, or first. */
export async function listTeamMembersByTime(
  tx: Queryable,
  { teamId, limit, newest }: { teamId: string; limit: number; newest: boolean },
): Promise<string[]> {
  const order = newest ? desc : asc
  const rows = await tx
    .select({ userId: enrollments.userId })
    .from(enrollments)
    .where(isOf(teamId))
    .groupBy(enrollments.userId)
    .orderBy(order(joinedAt), order(enrollments.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

export type TeamMemberRow = {
  userId: string
  name: string | null
  joinedAt: Date
  showsProgress: boolean
  courses: { courseId: string; completedLessons: number }[]
}

/** Some members in the order of their ids, with their names, so that a page is one statement. */
export async function listTeamMembers(
  { database: { query } }: Pick<LearningDeps, 'database'>,
  { teamId, after, limit }: { teamId: string; after: string | undefined; limit: number },
): Promise<TeamMemberRow[]> {
  const people = userSql.contacts(query)
  return query
    .select({
      userId: enrollments.userId,
      name: people.name,
      joinedAt,
      showsProgress: sql<boolean>`bool_and(${enrollments.showsProgress})`,
      courses: sql<TeamMemberRow['courses']>`json_agg(json_build_object(
        'courseId', ${enrollments.courseId}, 'completedLessons', ${enrollments.completedLessons}))`,
    })
    .from(enrollments)
    .leftJoin(people, eq(people.id, enrollments.userId))
    .where(and(isOf(teamId), after === undefined ? undefined : gt(enrollments.userId, after)))
    .groupBy(enrollments.userId, people.name)
    .orderBy(asc(enrollments.userId))
    .limit(limit)
}

/** The teams in which a user has a seat. */
export async function listTeamsOf(
  { database }: Pick<LearningDeps, 'database'>,
  userId: string,
): Promise<{ teamId: string; joinedAt: Date; showsProgress: boolean }[]> {
  const rows = await database.query
    .select({
      teamId: enrollments.teamId,
      joinedAt,
      showsProgress: sql<boolean>`bool_and(${enrollments.showsProgress})`,
    })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), isNull(enrollments.revokedAt), isNotNull(enrollments.teamId)))
    .groupBy(enrollments.teamId)
    .orderBy(desc(joinedAt))
  return rows.flatMap(({ teamId, ...row }) => (teamId === null ? [] : [{ teamId, ...row }]))
}

/** False: the user has no seat of this team. */
export async function saveTeamConsent(
  { database }: Pick<LearningDeps, 'database'>,
  { teamId, userId, showsProgress }: { teamId: string; userId: string; showsProgress: boolean },
): Promise<boolean> {
  const saved = await database.query
    .update(enrollments)
    .set({ showsProgress })
    .where(and(isOf(teamId), eq(enrollments.userId, userId)))
    .returning({ courseId: enrollments.courseId })
  return saved.length > 0
}
