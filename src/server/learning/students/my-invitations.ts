import { and, asc, eq, inArray, lt, or } from 'drizzle-orm'
import { isStaff } from '#contract/identity/identity.ts'
import type { InvitationRole, MyInvitation } from '#contract/learning/invitations.ts'
import { isProvenAddress } from '#server/identity/index.ts'
import { giveAccess } from '#server/learning/enrolment/give-access.ts'
import type { CourseStudentsDeps } from './deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { courseInvitations } from './invitations-tables.ts'

const shown = 100

/** Invitations of the viewer's address; none before its mailbox was proven. */
export async function listMyInvitations(
  { database, catalog, identity }: CourseStudentsDeps,
  viewer: Pick<Viewer, 'id' | 'email'>,
): Promise<{ isProven: boolean; rows: MyInvitation[] }> {
  if (!(await isProvenAddress(database.query, { userId: viewer.id, email: viewer.email })))
    return { isProven: false, rows: [] }
  const rows = await database.query
    .select()
    .from(courseInvitations)
    .where(eq(courseInvitations.email, viewer.email))
    .orderBy(asc(courseInvitations.id))
    .limit(shown)
  const courses = await catalog.listCoursesById(rows.map(({ courseId }) => courseId))
  const titles = new Map(courses.map(({ id, title }) => [id, title]))
  const people = await identity.findUserProfiles(rows.map(({ invitedBy }) => invitedBy))
  return {
    isProven: true,
    rows: rows.map(({ id, courseId, role, invitedBy, invitedAt }) => ({
      _id: id,
      course: { _id: courseId, title: titles.get(courseId) ?? '' },
      role,
      inviter: people.get(invitedBy)?.name ?? '',
      invitedAt: invitedAt.toISOString(),
    })),
  }
}

type Accepted =
  | { outcome: 'accepted'; courseId: string; role: InvitationRole }
  | Refusal<'not-found' | 'email-unproven' | 'needs-instructor'>

/** Lets the invited person study or teach the course. Who may teach at all is decided by admins: an invitation makes no instructor. */
export async function acceptInvitation(deps: CourseStudentsDeps, viewer: Viewer, id: string): Promise<Accepted> {
  return deps.database.transaction(async (tx): Promise<Accepted> => {
    const mine = and(eq(courseInvitations.id, id), eq(courseInvitations.email, viewer.email))
    const [row] = await tx.select().from(courseInvitations).where(mine).for('update')
    const course = row && (await deps.catalog.findCourse(row.courseId, tx))
    if (!row || !course) return refused('not-found')
    if (!(await isProvenAddress(tx, { userId: viewer.id, email: viewer.email }))) return refused('email-unproven')
    const { courseId, role } = row
    if (role !== 'student' && !isStaff(viewer.role)) return refused('needs-instructor')
    await tx.delete(courseInvitations).where(mine)
    if (role === 'student') await giveAccess(tx, deps, [{ user: viewer, course, notify: false }])
    else await deps.catalog.addTeacher(tx, { courseId, userId: viewer.id, role })
    await deps.audit.record(tx, {
      actorId: viewer.id,
      action: 'course.invitation-accepted',
      subjectId: courseId,
      details: { title: course.title, role, userId: viewer.id },
    })
    return { outcome: 'accepted', courseId, role }
  })
}

export async function declineInvitation(
  { database }: CourseStudentsDeps,
  viewer: Pick<Viewer, 'email'>,
  id: string,
): Promise<{ outcome: 'declined' } | Refusal<'not-found'>> {
  const declined = await database.query
    .delete(courseInvitations)
    .where(and(eq(courseInvitations.id, id), eq(courseInvitations.email, viewer.email)))
    .returning({ id: courseInvitations.id })
  return declined.length > 0 ? { outcome: 'declined' } : refused('not-found')
}

/** Those nobody answered; returns how many were deleted. */
export async function deleteOldInvitations(
  { database }: Pick<CourseStudentsDeps, 'database'>,
  before: Date,
  limit: number,
): Promise<number> {
  const old = database.query
    .select({ id: courseInvitations.id })
    .from(courseInvitations)
    .where(lt(courseInvitations.invitedAt, before))
    .limit(limit)
  const deleted = await database.query
    .delete(courseInvitations)
    .where(inArray(courseInvitations.id, old))
    .returning({ id: courseInvitations.id })
  return deleted.length
}

/** Those that somebody sent, and those to the proven address, for their export. */
export async function describeInvitations(
  { database, identity }: Pick<CourseStudentsDeps, 'database' | 'identity'>,
  userId: string,
) {
  const email = (await identity.findUserProfiles([userId])).get(userId)?.email ?? ''
  const isProven = await isProvenAddress(database.query, { userId, email })
  const rows = await database.query
    .select()
    .from(courseInvitations)
    .where(or(eq(courseInvitations.invitedBy, userId), isProven ? eq(courseInvitations.email, email) : undefined))
    .orderBy(asc(courseInvitations.id))
  return rows.map(({ courseId, role, invitedAt, invitedBy, email: to }) => ({
    courseId,
    role,
    invitedAt,
    isMine: to === email,
    // The address of another person is theirs.
    sentByMe: invitedBy === userId,
  }))
}

/** Takes back what an erased account sent, and what waits for its proven address. */
export async function eraseInvitations(
  tx: Tx,
  { mail }: Pick<CourseStudentsDeps, 'mail'>,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const isProven = await isProvenAddress(tx, { userId, email })
  const deleted = await tx
    .delete(courseInvitations)
    .where(or(eq(courseInvitations.invitedBy, userId), isProven ? eq(courseInvitations.email, email) : undefined))
    .returning({ id: courseInvitations.id })
  if (deleted.length > 0)
    await mail.withdraw(
      tx,
      deleted.map(({ id }) => id),
    )
}
