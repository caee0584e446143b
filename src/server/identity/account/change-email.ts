import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/database/index.ts'
import { isUniqueViolation } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityTools } from '#server/identity/identity.ts'
import { addressTakenLetter, changeEmailLetter, emailChangeAskedLetter, emailChangedLetter } from '#server/identity/letters.ts'
import { changesToMailbox, emailChanges } from '#server/identity/limits.ts'
import { checkOwnPassword, type CheckOutcome } from '#server/identity/passwords/change-password.ts'
import { sessions, users } from '#server/identity/tables.ts'
import { holdAccount, makeLink, useLink, voidLinks } from './links.ts'

const hour = 3_600_000
const lifeHours = 24
/** Whoever has no password signs in by Google; having just done so proves it is them. */
const freshSignInMs = 10 * 60_000

export type AskEmailOutcome =
  | { outcome: 'answered' }
  | { outcome: 'same-address' }
  | { outcome: 'sign-in-again' }
  | Exclude<CheckOutcome, { outcome: 'right' } | { outcome: 'no-password' }>

/**
 * Asks the owner of a new address whether it is to be this account's. The answer is the same for an address that has an
 * account already; its owner is told instead. Nothing changes before the mailed link is opened; the present address is
 * told at once, so that its owner can stop what they did not ask for.
 */
export async function askForEmailChange(deps: IdentityTools, me: Viewer, { email, password }: { email: string; password: string }): Promise<AskEmailOutcome> {
  const { database, throttle, securityLog } = deps
  if (email === me.email) return { outcome: 'same-address' }
  const check = await checkOwnPassword(deps, me.id, password)
  if (check.outcome === 'wrong' || check.outcome === 'too-many-attempts') return check
  if (check.outcome === 'no-password' && !(await hasJustSignedIn(deps, me))) return { outcome: 'sign-in-again' }
  const mayAsk = await throttle.take([emailChanges, me.id])
  if (!mayAsk.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayAsk.retryAfterSeconds }
  const mayWrite = await throttle.take([changesToMailbox, email])
  const isAsked = await database.transaction(async (tx) => {
    await holdAccount(tx, me.id)
    // Somebody set a new password meanwhile, which ended this session and voids what was asked for: also this.
    if (!(await findSession(tx, me))) return false
    // The newest request counts, also one that leads nowhere.
    const token = await makeLink(tx, { userId: me.id, purpose: 'change-email', lifeMs: lifeHours * hour, now: deps.clock.now(), newEmail: email })
    // A mailbox that strangers name too often is left in peace without a word.
    if (mayWrite.allowed) await writeToNewAddress(tx, deps, { ownerId: me.id, name: me.name, email, token })
    await deps.mail.queue(tx, { kind: 'email-change-asked', to: me, letter: emailChangeAskedLetter(deps.publicUrl, email) })
    return true
  })
  if (!isAsked) return { outcome: 'wrong' }
  securityLog.note('email-change-asked', { userId: me.id, email })
  return { outcome: 'answered' }
}

/** The owner, or whoever sits at their screen, thinks better of it. Harmless where nothing waits. */
export async function cancelEmailChange({ database, securityLog }: IdentityTools, me: Viewer): Promise<void> {
  await database.transaction((tx) => voidLinks(tx, me.id, 'change-email'))
  securityLog.note('email-change-cancelled', { userId: me.id })
}

async function hasJustSignedIn({ database, clock }: IdentityTools, me: Viewer): Promise<boolean> {
  const session = await findSession(database.query, me)
  return session !== null && clock.now().getTime() - session.createdAt.getTime() <= freshSignInMs
}

async function findSession(queryable: Queryable, { sessionId }: Viewer): Promise<{ createdAt: Date } | null> {
  const [session] = await queryable.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId))
  return session ?? null
}

type NewAddress = { ownerId: string; name: string; email: string; token: string }

async function writeToNewAddress(tx: Transaction, { mail, publicUrl }: IdentityTools, { ownerId, name, email, token }: NewAddress): Promise<void> {
  const [taken] = await tx.select({ name: users.name }).from(users).where(eq(users.email, email))
  const letter = taken ? addressTakenLetter(publicUrl) : changeEmailLetter(publicUrl, token, lifeHours)
  const to = { name: taken?.name ?? name, email }
  await mail.queue(tx, { kind: taken ? 'address-taken' : 'change-email', to, letter, isSecret: true, ...(taken ? {} : { ownerId }) })
}

export type ConfirmEmailOutcome = 'changed' | 'invalid-link' | 'address-taken'

/** Whoever opened the link reads the new mailbox: the address becomes the account's, and the old one is told. */
export async function confirmEmailChange(deps: IdentityTools, token: string): Promise<ConfirmEmailOutcome> {
  const { database, clock, securityLog } = deps
  try {
    return await database.transaction(async (tx) => {
      const link = await useLink(tx, 'change-email', token, clock.now())
      if (!link?.newEmail) return 'invalid-link'
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, link.userId), isNull(users.disabledAt)))
      if (!user) return 'invalid-link'
      const [taken] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.email, link.newEmail), ne(users.id, user.id)))
      if (taken) return 'address-taken'
      await moveTo(tx, deps, user, link.newEmail)
      securityLog.note('email-changed', { userId: user.id })
      return 'changed'
    })
  } catch (error) {
    // Somebody else took the address in the same moment.
    if (isUniqueViolation(error, 'users_email_key')) return 'address-taken'
    throw error
  }
}

async function moveTo(
  tx: Transaction,
  { mail, audit, changes, clock, publicUrl }: IdentityTools,
  user: { id: string; name: string; email: string },
  newEmail: string,
): Promise<void> {
  await tx.update(users).set({ email: newEmail, emailVerifiedAt: clock.now() }).where(eq(users.id, user.id))
  // Links that wait in the old mailbox open nothing any more.
  await voidLinks(tx, user.id)
  await mail.keepFor(tx, { email: user.email, ownerId: user.id })
  await mail.queue(tx, { kind: 'email-changed', to: user, letter: emailChangedLetter(publicUrl, newEmail), ownerId: user.id })
  await audit.record(tx, { actorId: user.id, action: 'user.email-changed', subjectKind: 'user', subjectId: user.id })
  await changes.changed(tx, [`person:${user.id}`])
}
