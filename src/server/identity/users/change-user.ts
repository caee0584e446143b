import type { AuditAction } from '#contract/site/audit-actions.ts'
import { isStaff } from '#contract/identity/identity.ts'
import type { CreateUserInput, UserRow } from '#contract/identity/users.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import {
  commonPassword,
  emailTaken,
  isCommonPassword,
  wrongEmail,
  type AccountChange,
  type EmailTaken,
  type UserAccount,
} from '#server/identity/index.ts'
import { presentOne } from './list-users.ts'
import type { UsersDeps } from './deps.ts'

const needsInstructor = invalidInput({ coursesTo: 'Pilih instruktur yang meneruskan kelasnya' })

export async function createUser(
  deps: UsersDeps,
  { name, email, password, role }: CreateUserInput,
  admin: Viewer,
): Promise<{ outcome: 'created'; user: UserRow } | EmailTaken | InvalidInput> {
  const { database, identity, audit } = deps
  if (password !== undefined && isCommonPassword(password)) return commonPassword('password')
  const prepared = await identity.prepareUser({ name, email, password: password ?? null, role })
  const userId = await database.transaction(async (tx) => {
    const made = await identity.insertUser(tx, prepared)
    if (!made) return null
    if (password === undefined) await identity.queueWelcome(tx, { id: made.id, name, email })
    await audit.record(tx, {
      actorId: admin.id,
      action: 'user.created',
      subjectId: made.id,
      details: { role },
    })
    return made.id
  })
  const created = userId && (await identity.findAccount(userId))
  return created ? { outcome: 'created', user: await presentOne(deps, created) } : emailTaken('Email sudah terdaftar.')
}

export async function correctEmail(
  deps: UsersDeps,
  admin: Viewer,
  { id: userId, email }: { id: string; email: string },
): Promise<{ outcome: 'changed'; user: UserRow } | Refusal<'not-found' | 'own-account'> | EmailTaken> {
  if (userId === admin.id) return refused('own-account')
  const corrected = await deps.identity.correctEmail(admin, { userId, email })
  if (corrected.outcome === 'not-found' || corrected.outcome === 'email-taken') return corrected
  const account = await deps.identity.findAccount(userId)
  return account ? { outcome: 'changed', user: await presentOne(deps, account) } : refused('not-found')
}

/** True when somebody can teach the courses of somebody else. */
const mayFollow = async ({ identity }: UsersDeps, tx: Tx, from: string, to: string): Promise<boolean> =>
  isUuid(to) && to !== from && (await identity.isStaffMember(tx, to))

async function handOver(
  { catalog, audit }: UsersDeps,
  tx: Tx,
  { from, to }: { from: string; to: string },
  admin: Viewer,
): Promise<void> {
  const movedCourses = await catalog.reassignCourses(tx, { from, to })
  await audit.record(tx, {
    actorId: admin.id,
    action: 'user.courses-reassigned',
    subjectId: to,
    details: { movedCourses },
  })
}

type NotChangeable = Refusal<'not-found' | 'own-account' | 'last-admin'> | InvalidInput

/** Erases another account as its user could. The courses of an instructor need another instructor first. */
export async function deleteUser(
  deps: UsersDeps,
  admin: Viewer,
  { id: userId, email, coursesTo }: { id: string; email: string; coursesTo?: string | undefined },
): Promise<{ outcome: 'deleted' } | NotChangeable> {
  const { database, identity, catalog, account } = deps
  if (userId === admin.id) return refused('own-account')
  return database.transaction(async (tx) => {
    const locked = await identity.lockWithAdmins(tx, userId)
    if (!locked) return refused('not-found')
    if (locked.account.role === 'admin' && locked.isLastAdmin) return refused('last-admin')
    if (email !== locked.account.email) return wrongEmail
    if ((await catalog.countCoursesOf(userId, tx)) > 0) {
      if (coursesTo === undefined || !(await mayFollow(deps, tx, userId, coursesTo))) return needsInstructor
      await handOver(deps, tx, { from: userId, to: coursesTo }, admin)
    }
    await account.eraseEverywhere(tx, { id: userId, erasedBy: admin.id })
    return { outcome: 'deleted' }
  })
}

/** Removes the second steps of another user who lost them. The password stays. */
export async function resetTwoStep(
  { database, identity, audit }: UsersDeps,
  admin: Viewer,
  { id: userId }: { id: string },
): Promise<{ outcome: 'reset' } | Refusal<'two-step-off' | 'not-found' | 'own-account'>> {
  if (userId === admin.id) return refused('own-account')
  if (!(await identity.findAccount(userId))) return refused('not-found')
  return database.transaction(async (tx) => {
    if (!(await identity.resetTwoSteps(tx, userId))) return refused('two-step-off')
    await audit.record(tx, { actorId: admin.id, action: 'user.two-step-reset', subjectId: userId })
    return { outcome: 'reset' }
  })
}

/**
 * Changes the role or access of another account, whose courses `coursesTo` teaches from then on, if given. Admins cannot change their own, so
 * that they cannot lock themselves out.
 */
export async function changeUser(
  deps: UsersDeps,
  admin: Viewer,
  { id: userId, coursesTo, ...change }: AccountChange & { id: string; coursesTo?: string | undefined },
): Promise<{ outcome: 'changed'; user: UserRow } | NotChangeable> {
  const { database, identity, catalog, audit, apiKeys } = deps
  if (userId === admin.id) return refused('own-account')
  const result = await database.transaction(async (tx) => {
    const follower = coursesTo || undefined
    if (follower !== undefined && !(await mayFollow(deps, tx, userId, follower))) return needsInstructor
    const done = await identity.changeAccount(tx, { userId, change })
    if (done.outcome !== 'changed' && done.outcome !== 'unchanged') return done
    // Also after another admin was first, who may have left the courses where they were.
    if (follower !== undefined) await handOver(deps, tx, { from: userId, to: follower }, admin)
    const { role, disabledAt } = done.after
    if (role !== 'admin' || disabledAt !== null) await apiKeys.endOf(tx, userId)
    const by = { actorId: admin.id }
    if (!isStaff(role) || disabledAt !== null)
      for (const { courseId, details } of await catalog.endTeachingOf(tx, userId))
        await audit.record(tx, { ...by, action: 'course.changed', subjectId: courseId, details })
    if (done.outcome === 'changed')
      await audit.record(tx, { ...by, ...describeChange(change, done.before), subjectId: userId })
    return done
  })
  return result.outcome === 'changed' || result.outcome === 'unchanged'
    ? { outcome: 'changed', user: await presentOne(deps, result.after) }
    : result
}

function describeChange(
  change: AccountChange,
  before: UserAccount,
): { action: AuditAction; details: Record<string, unknown> } {
  if ('role' in change) return { action: 'user.role-changed', details: { from: before.role, to: change.role } }
  return { action: change.disabled ? 'user.disabled' : 'user.enabled', details: {} }
}
