import { and, eq } from 'drizzle-orm'
import { isStaff } from '#contract/identity.ts'
import type { Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityDeps } from '#server/identity/identity.ts'
import { checkOwnPassword, type CheckOutcome } from '#server/identity/passwords/change-password.ts'
import { endSessionsOf, listSessions } from '#server/identity/session.ts'
import { users } from '#server/identity/tables.ts'
import { voidLinks } from './links.ts'
import { readAccount } from './profile.ts'

const loggedAtMost = 10_000

/** Everything that is known about a person, from every module, as plain data. */
export async function exportAccount(deps: IdentityDeps, me: Viewer): Promise<Record<string, unknown>> {
  const { name, email, role, headline, bio, photo, createdAt, emailVerifiedAt, googleSub } = await readAccount(deps, me.id)
  const parts: Record<string, unknown> = {}
  for (const part of deps.personalData) parts[part.name] = await part.export(me.id)
  const sessions = await listSessions(deps, me)
  const mails = await deps.mail.listTo({ id: me.id, email })
  const { entries } = await deps.audit.list({ subjectKind: 'user', subjectId: me.id }, { page: 1, limit: loggedAtMost })
  const about = { actorId: me.id, action: 'user.exported', subjectKind: 'user', subjectId: me.id }
  await deps.audit.record(deps.database.query, about)
  return {
    exportedAt: deps.clock.now().toISOString(),
    account: { id: me.id, name, email, role, headline, bio, photo, createdAt, emailVerifiedAt, googleAccountId: googleSub },
    sessions: sessions.map(({ userAgent, createdAt: startedAt, lastUsedAt }) => ({ userAgent, startedAt, lastUsedAt })),
    mails,
    log: entries.map(({ happenedAt, action, details }) => ({ happenedAt, action, details })),
    ...parts,
  }
}

export type LeaveOutcome =
  | { outcome: 'gone' }
  | { outcome: 'staff' }
  | { outcome: 'wrong-email' }
  | Exclude<CheckOutcome, { outcome: 'right' } | { outcome: 'no-password' }>

/**
 * Erases an account for good. Whoever has a password proves it is them; whoever signs in by Google types their address.
 * What was bought stays, in nobody's name, because bookkeeping has to be kept.
 */
export async function deleteAccount(deps: IdentityDeps, me: Viewer, { email, password }: { email: string; password: string }): Promise<LeaveOutcome> {
  // Courses and decisions hang on staff: another admin takes their account away.
  if (isStaff(me.role)) return { outcome: 'staff' }
  if (email !== me.email) return { outcome: 'wrong-email' }
  const check = await checkOwnPassword(deps, me.id, password)
  if (check.outcome === 'wrong' || check.outcome === 'too-many-attempts') return check
  await deps.database.transaction((tx) => forgetEverywhere(tx, deps, me))
  return { outcome: 'gone' }
}

/** Erases a person in every module. The row stays as nobody: ids in bookkeeping and audit go on meaning something. */
export async function forgetEverywhere(tx: Transaction, deps: IdentityDeps, { id }: { id: string }): Promise<void> {
  const { clock, mail, uploads, audit, changes } = deps
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  if (!user || user.deletedAt) return
  for (const part of deps.personalData) await part.forget(tx, { id, email: user.email })
  await mail.forget(tx, { id, email: user.email })
  await uploads.remove(tx, user.photo)
  await endSessionsOf(tx, id)
  await voidLinks(tx, id)
  await tx
    .update(users)
    .set({
      name: 'Pengguna terhapus',
      email: `terhapus-${id}@invalid`,
      passwordHash: null,
      googleSub: null,
      photo: 'default.jpg',
      headline: '',
      bio: '',
      emailVerifiedAt: null,
      disabledAt: clock.now(),
      deletedAt: clock.now(),
    })
    .where(and(eq(users.id, id)))
  await audit.forget(tx, id)
  await audit.record(tx, { actorId: null, action: 'user.deleted', subjectKind: 'user', subjectId: id })
  await changes.changed(tx, [`person:${id}`])
}
