import { and, asc, count, eq, gt, inArray } from 'drizzle-orm'
import type { CourseRight } from '#contract/catalog/teachers.ts'
import { dayMs } from '#contract/kit/durations.ts'
import {
  invitationsPerPage,
  maximumInvited,
  maximumWaitingInvitations,
  type Invitation,
  type InvitationRole,
} from '#contract/learning/invitations.ts'
import { canManageCourse, roleIn, type CourseRow } from '#server/catalog/index.ts'
import { mayMailAccess } from '#server/learning/enrolment/access-mail-limits.ts'
import { giveAccess, type AccessGrant } from '#server/learning/enrolment/give-access.ts'
import type { CourseStudentsDeps } from './deps.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import { lockUntilCommit, type Queryable } from '#server/platform/database/index.ts'
import { mailInvitation, mayMailInvitation } from './mail-invitation.ts'
import { courseInvitations, type InvitationRow } from './invitations-tables.ts'

/** Students are invited by who may edit the course, teachers by its owner. */
const rightFor = (role: InvitationRole): CourseRight => (role === 'student' ? 'edit' : 'own')

type Invited = { outcome: 'invited'; count: number } | Refusal<'not-found' | 'too-many-invitations'>

/**
 * Invites people to a course. Students with an account get access at once; all others, also teachers, accept first. The answer is the
 * same for all addresses.
 */
export async function invite(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, role, emails }: { courseId: string; role: InvitationRole; emails: readonly string[] },
): Promise<Invited> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, rightFor(role))) return refused('not-found')
  const wanted = [...new Set(emails)]
  const accounts = await deps.identity.findAccountsByEmail(wanted)
  const users = role === 'student' ? [...accounts.values()] : []
  const grants: AccessGrant[] = []
  for (const user of users)
    grants.push({
      user,
      course,
      notify: await mayMailAccess(deps, { userId: user.id, courseId }),
      byAdmin: staff.role === 'admin',
    })
  const invited = wanted.filter((email) => {
    const account = accounts.get(email)
    return role === 'student' ? !account : !account || roleIn(account.id, course) === null
  })
  const mailed = new Set<string>()
  const fresh = await withoutInvitation(deps, courseId, invited)
  for (const email of fresh) if (await mayMailInvitation(deps, staff.id, email)) mailed.add(email)
  return deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, `invitations:${courseId}`)
    if ((await countWaiting(tx, courseId)) + fresh.length > maximumWaitingInvitations)
      return refused('too-many-invitations')
    const added = await giveAccess(tx, deps, grants)
    const now = deps.clock.now()
    for (const email of invited) {
      const row = {
        id: newId(),
        courseId,
        email,
        role,
        invitedBy: staff.id,
        invitedAt: now,
        mailedAt: mailed.has(email) ? now : null,
      }
      const [stored] = await tx.insert(courseInvitations).values(row).onConflictDoNothing().returning()
      if (stored?.mailedAt) await mailInvitation(tx, deps, stored)
    }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.people-invited',
      subjectId: courseId,
      details: { title: course.title, role, rows: wanted.length, users: added.map(({ user }) => user.id) },
    })
    return { outcome: 'invited' as const, count: wanted.length }
  })
}

/** Invites as many students as the course has room for, some at a time. */
export async function inviteStudents(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, emails }: { courseId: string; emails: readonly string[] },
): Promise<{ areSomeLeft: boolean }> {
  const fresh = await withoutInvitation(deps, courseId, [...new Set(emails)])
  const room = maximumWaitingInvitations - (await countWaiting(deps.database.query, courseId))
  const wanted = fresh.slice(0, Math.max(0, room))
  let areSomeLeft = wanted.length < fresh.length
  for (let from = 0; from < wanted.length; from += maximumInvited) {
    const batch = { courseId, role: 'student' as const, emails: wanted.slice(from, from + maximumInvited) }
    // Somebody else may have taken the room meanwhile.
    if ((await invite(deps, staff, batch)).outcome !== 'invited') areSomeLeft = true
  }
  return { areSomeLeft }
}

async function withoutInvitation({ database }: CourseStudentsDeps, courseId: string, emails: readonly string[]) {
  const known = await database.query
    .select({ email: courseInvitations.email })
    .from(courseInvitations)
    .where(and(eq(courseInvitations.courseId, courseId), inArray(courseInvitations.email, [...emails])))
  const waiting = new Set(known.map(({ email }) => email))
  return emails.filter((email) => !waiting.has(email))
}

async function countWaiting(queryable: Queryable, courseId: string): Promise<number> {
  const [row] = await queryable
    .select({ total: count() })
    .from(courseInvitations)
    .where(eq(courseInvitations.courseId, courseId))
  return row?.total ?? 0
}

/** A page of who has not accepted yet; null for who may not edit the course. */
export async function listInvitations(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, after }: { courseId: string; after?: string | undefined },
): Promise<{ rows: Invitation[]; total: number } | null> {
  const course = await deps.catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit')) return null
  const ofCourse = eq(courseInvitations.courseId, courseId)
  const rows = await deps.database.query
    .select()
    .from(courseInvitations)
    .where(and(ofCourse, after === undefined ? undefined : gt(courseInvitations.id, after)))
    .orderBy(asc(courseInvitations.id))
    .limit(invitationsPerPage)
  return {
    rows: rows.map(({ id, email, role, invitedAt, mailedAt }) => ({
      _id: id,
      email,
      role,
      invitedAt: invitedAt.toISOString(),
      mailedAt: mailedAt?.toISOString() ?? null,
    })),
    total: await deps.database.query.$count(courseInvitations, ofCourse),
  }
}

type Key = { courseId: string; invitationId: string }

async function findOwn(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, invitationId }: Key,
): Promise<{ row: InvitationRow; course: CourseRow } | null> {
  const course = await deps.catalog.findCourse(courseId)
  const [row] = course
    ? await deps.database.query
        .select()
        .from(courseInvitations)
        .where(and(eq(courseInvitations.id, invitationId), eq(courseInvitations.courseId, courseId)))
    : []
  return row && course && canManageCourse(staff, course, rightFor(row.role)) ? { row, course } : null
}

/** Mails an invitation again, at most once a day. */
export async function resendInvitation(
  deps: CourseStudentsDeps,
  staff: Viewer,
  key: Key,
): Promise<{ outcome: 'sent' } | Refusal<'not-found' | 'mailed-today'> | TooManyRequests> {
  const own = await findOwn(deps, staff, key)
  if (!own) return refused('not-found')
  const now = deps.clock.now()
  const isMailed = (row: InvitationRow) => row.mailedAt !== null && now.getTime() - row.mailedAt.getTime() < dayMs
  if (isMailed(own.row)) return refused('mailed-today')
  const limit = await deps.mail.mayMailStranger(own.row.email)
  if (!limit.allowed) return tooManyRequests(limit)
  return deps.database.transaction(async (tx) => {
    const [row] = await tx.select().from(courseInvitations).where(eq(courseInvitations.id, own.row.id)).for('update')
    if (!row) return refused('not-found')
    if (isMailed(row)) return refused('mailed-today')
    await tx.update(courseInvitations).set({ mailedAt: now }).where(eq(courseInvitations.id, row.id))
    await mailInvitation(tx, deps, row)
    return { outcome: 'sent' as const }
  })
}

/** Takes an invitation back, with its mail if that was not sent yet. */
export async function withdrawInvitation(
  deps: CourseStudentsDeps,
  staff: Viewer,
  key: Key,
): Promise<{ outcome: 'withdrawn' } | Refusal<'not-found'>> {
  const own = await findOwn(deps, staff, key)
  if (!own) return refused('not-found')
  await deps.database.transaction(async (tx) => {
    await tx.delete(courseInvitations).where(eq(courseInvitations.id, own.row.id))
    await deps.mail.withdraw(tx, [own.row.id])
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'course.invitation-withdrawn',
      subjectId: key.courseId,
      details: { title: own.course.title, role: own.row.role },
    })
  })
  return { outcome: 'withdrawn' }
}
