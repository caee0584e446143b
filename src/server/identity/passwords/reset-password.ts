import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/database/index.ts'
import { findLinkOwner, makeLink, useLink, voidLinks } from '#server/identity/account/links.ts'
import type { IdentityDeps, IdentityTools } from '#server/identity/identity.ts'
import { passwordChangedLetter, resetPasswordLetter, welcomeLetter } from '#server/identity/letters.ts'
import { resetsHere, resetsOfAccount, resetsOfClient } from '#server/identity/limits.ts'
import { endSessionsOf } from '#server/identity/session.ts'
import { users } from '#server/identity/tables.ts'
import { hashPassword, isCommonPassword } from './password.ts'

const minute = 60_000
const day = 86_400_000
const resetMinutes = 30
const welcomeDays = 7

export type AskOutcome = { outcome: 'answered' } | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/**
 * Sends a link to whoever owns this address. Known and unknown addresses are answered alike, take alike, and are
 * throttled alike; a mailbox that strangers ask for too often is left in peace without a word.
 */
export async function askForReset(deps: IdentityTools, email: string, client: string): Promise<AskOutcome> {
  const { database, throttle, securityLog } = deps
  const mayAsk = await throttle.take([resetsHere, email, client], [resetsOfClient, client])
  if (!mayAsk.allowed) securityLog.note('password-reset-asked', { outcome: 'too-many-attempts', email, client })
  if (!mayAsk.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayAsk.retryAfterSeconds }
  const inPeace = await throttle.take([resetsOfAccount, email])
  const outcome = await database
    .transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, email))
      // For a stranger the same is written, to nobody, and taken back.
      if (!user || user.disabledAt || !inPeace.allowed) {
        await writeToNobody(tx, deps, email)
        throw new NothingToSend()
      }
      await queueResetLink(tx, deps, user)
      return 'sent'
    })
    .catch((error: unknown) => {
      if (!(error instanceof NothingToSend)) throw error
      return 'nothing-sent'
    })
  securityLog.note('password-reset-asked', { outcome, email, client })
  return { outcome: 'answered' }
}

class NothingToSend extends Error {}

async function writeToNobody(tx: Transaction, { mail, publicUrl }: IdentityDeps, email: string): Promise<void> {
  await tx.delete(users).where(eq(users.email, 'nobody'))
  await mail.queue(tx, { kind: 'reset-password', to: { name: '', email }, letter: resetPasswordLetter(publicUrl, '', resetMinutes) })
}

type Recipient = { id: string; name: string; email: string }

async function queueResetLink(tx: Transaction, { mail, clock, publicUrl }: IdentityDeps, { id, name, email }: Recipient): Promise<void> {
  const token = await makeLink(tx, { userId: id, purpose: 'reset-password', lifeMs: resetMinutes * minute, now: clock.now() })
  await mail.queue(tx, { kind: 'reset-password', to: { name, email }, letter: resetPasswordLetter(publicUrl, token, resetMinutes), isSecret: true })
}

/** For an account that somebody else made: a link to choose its first password. */
export async function queueWelcome(tx: Transaction, { mail, clock, publicUrl }: IdentityDeps, { id, name, email }: Recipient): Promise<void> {
  const token = await makeLink(tx, { userId: id, purpose: 'reset-password', lifeMs: welcomeDays * day, now: clock.now() })
  await mail.queue(tx, { kind: 'welcome', to: { name, email }, letter: welcomeLetter(publicUrl, token, welcomeDays), isSecret: true })
}

export type ResetOutcome = 'done' | 'invalid-link' | 'common-password'

/** Takes a mailed link and a new password. Everybody who was signed in to the account is signed out. */
export async function resetPassword(deps: IdentityTools, { token, password }: { token: string; password: string }, client: string): Promise<ResetOutcome> {
  const { database, clock, audit, securityLog } = deps
  // Hashing is dear: only for a link that looks right. Whether it still is, is decided in the transaction.
  const owner = await findLinkOwner(database.query, 'reset-password', token, clock.now())
  if (!owner) securityLog.note('password-reset', { outcome: 'invalid-link', client })
  if (!owner) return 'invalid-link'
  if (isCommonPassword(password)) return 'common-password'
  const passwordHash = await hashPassword(password, client)
  return database.transaction(async (tx) => {
    const link = await useLink(tx, 'reset-password', token, clock.now())
    if (!link) return 'invalid-link'
    const { userId, wasMailed } = link
    // Whoever opened a mailed link reads this mailbox: the address is theirs.
    await setPassword(tx, deps, userId, { passwordHash, ...(wasMailed ? { emailVerifiedAt: clock.now() } : {}) })
    await endSessionsOf(tx, userId)
    await audit.record(tx, { actorId: userId, action: 'user.password-reset', subjectKind: 'user', subjectId: userId })
    securityLog.note('password-reset', { outcome: 'done', userId, client })
    return 'done'
  })
}

/**
 * Stores a password of the owner's own and tells them. Links that wait are void: whoever knew the old password may have
 * asked for them.
 */
export async function setPassword(
  tx: Transaction,
  { mail, publicUrl }: IdentityDeps,
  userId: string,
  change: { passwordHash: string; emailVerifiedAt?: Date },
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ ...change, passwordIsOneTime: false })
    .where(eq(users.id, userId))
    .returning({ name: users.name, email: users.email })
  await voidLinks(tx, userId)
  if (user) await mail.queue(tx, { kind: 'password-changed', to: user, letter: passwordChangedLetter(publicUrl) })
}
