import { newId } from '#server/platform/new-id.ts'
import { eq } from 'drizzle-orm'
import { isStaff, signUpInput } from '#contract/identity/identity.ts'
import type { Tx } from '#server/platform/database/index.ts'
import {
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import { endUnprovenAccess } from '#server/identity/account/prove-mailbox.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { googleLinkedMessage } from '#server/identity/messages.ts'
import { googleFailures } from '#server/identity/sign-in/rate-limits.ts'
import { checkOwnPassword, wrongPassword } from '#server/identity/passwords/change-password.ts'
import type { FirstStepDone } from '#server/identity/sign-in/sign-in.ts'
import { users, type User } from '#server/identity/tables.ts'
import { copyPictureInBackground } from './copy-picture.ts'
import { consumeNonce } from './nonces.ts'
import { IssuerUnavailable, type GoogleIdentity } from './verifier.ts'

export type GoogleAttempt = {
  idToken: string
  /** The nonce that was issued to this browser, from its cookie. */
  nonce: string | null
  /** Password of the local account, when it is to be linked. */
  password: string | undefined
  client: string
}

export type GoogleOutcome =
  | (FirstStepDone & { /** The Google account was linked by this sign-in. */ isFirst: boolean })
  | Refusal<
      | 'not-found'
      | 'google-failed'
      | 'google-unavailable'
      | 'google-email-unverified'
      | 'account-disabled'
      | 'link-needs-password'
    >
  | InvalidInput
  | TooManyRequests

/** The user of a valid Google token that contains the nonce of this browser. Not found where sign-in with Google is not configured. */
export async function checkGoogleToken(deps: IdentityDeps, attempt: GoogleAttempt): Promise<GoogleOutcome> {
  const { google, rateLimiter } = deps
  if (!google) return refused('not-found')
  try {
    const identity = await google.verify(attempt.idToken)
    const outcome =
      identity && identity.nonce !== null && identity.nonce === attempt.nonce
        ? await findOrCreateUser(deps, identity, identity.nonce, attempt.password)
        : refused('google-failed')
    if (identity && outcome.outcome === 'first-step-done' && outcome.isFirst)
      copyPictureInBackground(deps, outcome.user.id, identity.picture)
    if (outcome.outcome !== 'google-failed') return outcome
    // Checked after the token, so that invalid tokens of others behind the same address reject no valid one.
    const limit = await rateLimiter.take([googleFailures, attempt.client])
    return limit.allowed ? outcome : tooManyRequests(limit)
  } catch (error) {
    if (error instanceof IssuerUnavailable) return refused('google-unavailable')
    throw error
  }
}

/** Rolls the transaction back and returns the result. */
class Rollback extends Error {
  readonly result: GoogleOutcome
  constructor(result: GoogleOutcome) {
    super('rolled back')
    this.result = result
  }
}

async function findOrCreateUser(
  deps: IdentityDeps,
  identity: GoogleIdentity,
  nonce: string,
  password: string | undefined,
): Promise<GoogleOutcome> {
  const { database, clock } = deps
  const linking = await checkLinking(deps, identity, password)
  return database
    .transaction(async (tx): Promise<GoogleOutcome> => {
      if (!(await consumeNonce(tx, deps.readNonceSecret, nonce, clock.now()))) return refused('google-failed')
      const known = await findBy(tx, eq(users.googleSub, identity.sub))
      if (known)
        return known.disabledAt
          ? refused('account-disabled')
          : { outcome: 'first-step-done', user: known, isFirst: false }
      const local = await findBy(tx, eq(users.email, identity.email))
      // Rolls back, so that the nonce stays valid for a second call with the password.
      if (linking.outcome !== 'allowed' && linking.outcome !== 'first-proof') throw new Rollback(linking)
      // Its address was proven meanwhile.
      if (linking.outcome === 'first-proof' && local?.emailVerifiedAt)
        throw new Rollback(refused('link-needs-password'))
      // Another account than the one that was checked, or with another password or Google account meanwhile.
      if (linking.outcome === 'allowed' && !isUnchanged(linking.checked, local))
        throw new Rollback(refused('link-needs-password'))
      if (local?.disabledAt) return refused('account-disabled')
      if (!local) return createFromGoogle(tx, deps, identity)
      return { outcome: 'first-step-done', user: await linkAccount(tx, deps, local, identity), isFirst: true }
    })
    .catch((error: unknown) => {
      if (error instanceof Rollback) return error.result
      throw error
    })
}

const findBy = async (tx: Tx, condition: ReturnType<typeof eq>): Promise<User | null> =>
  (await tx.select().from(users).where(condition).for('update'))[0] ?? null

/**
 * Checks whether a Google account may be linked to the existing account of its address: with the password of that account, or as the first proof of
 * its mailbox, which ends all access from before. Never silently: whoever has set up the account is asked.
 */
async function checkLinking(
  deps: IdentityDeps,
  identity: GoogleIdentity,
  password: string | undefined,
): Promise<{ outcome: 'allowed'; checked: User | null } | { outcome: 'first-proof' } | GoogleOutcome> {
  const [local] = await deps.database.query.select().from(users).where(eq(users.email, identity.email))
  if (local?.googleSub === identity.sub) return { outcome: 'allowed', checked: local }
  // The creator of the Google account may have entered another person's address.
  if (!identity.isVerified) return refused('google-email-unverified')
  if (!local) return { outcome: 'allowed', checked: null }
  if (identity.isAuthoritative && !isStaff(local.role) && local.emailVerifiedAt === null)
    return { outcome: 'first-proof' }
  // Linked to another Google account: an address can change owners, an account does not.
  if (local.googleSub !== null) return refused('google-failed')
  if (!local.passwordHash || password === undefined) return refused('link-needs-password')
  const check = await checkOwnPassword(deps, local.id, password)
  if (check.outcome === 'too-many-requests') return check
  return check.outcome === 'right' ? { outcome: 'allowed', checked: local } : wrongPassword
}

const isUnchanged = (checked: User | null, local: User | null): boolean =>
  checked?.id === local?.id && checked?.passwordHash === local?.passwordHash && checked?.googleSub === local?.googleSub

async function linkAccount(tx: Tx, deps: IdentityDeps, local: User, identity: GoogleIdentity): Promise<User> {
  const { clock, mail, audit, publicUrl } = deps
  const wasPremade = identity.isAuthoritative && (await endUnprovenAccess(tx, local.id))
  const change = {
    googleSub: identity.sub,
    waitsForInvitation: false,
    ...(wasPremade ? { passwordHash: null, passwordIsOneTime: false } : {}),
    ...(identity.isAuthoritative ? { emailVerifiedAt: local.emailVerifiedAt ?? clock.now() } : {}),
  }
  await tx.update(users).set(change).where(eq(users.id, local.id))
  await mail.queue(tx, { kind: 'google-linked', to: local, message: googleLinkedMessage(publicUrl), ownerId: local.id })
  await audit.record(tx, {
    actorId: local.id,
    action: 'user.google-linked',
    subjectKind: 'user',
    subjectId: local.id,
    details: { wasPremade },
  })
  return { ...local, ...change }
}

/** Creates a student, never staff. */
async function createFromGoogle(
  tx: Tx,
  { clock, consents }: IdentityDeps,
  { sub, email, name, isAuthoritative }: GoogleIdentity,
): Promise<GoogleOutcome> {
  const parsedName = signUpInput.shape.name.safeParse(name)
  const [user] = await tx
    .insert(users)
    .values({
      id: newId(),
      name: parsedName.success ? parsedName.data : 'Pengguna Google',
      email,
      googleSub: sub,
      role: 'student',
      createdAt: clock.now(),
      emailVerifiedAt: isAuthoritative ? clock.now() : null,
    })
    .onConflictDoNothing()
    .returning()
  if (!user) return refused('google-failed')
  await consents.acceptTerms(tx, user.id)
  return { outcome: 'first-step-done', user, isFirst: true }
}
