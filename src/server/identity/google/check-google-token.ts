import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isStaff, signUpInput } from '#contract/identity/identity.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { endUnprovenAccess } from '#server/identity/account/prove-mailbox.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { googleLinkedMessage } from '#server/identity/messages.ts'
import { googleFailures } from '#server/identity/sign-in/rate-limits.ts'
import { checkOwnPassword } from '#server/identity/passwords/change-password.ts'
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
  | { outcome: 'signed-in'; user: User; /** The Google account was linked by this sign-in. */ isFirst: boolean }
  | { outcome: 'not-configured' | 'failed' | 'unavailable' | 'unverified-address' | 'disabled' | 'needs-password' | 'wrong-password' }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/** Signs in with a valid Google token that contains the nonce of this browser. */
export async function signInWithGoogle(deps: IdentityDeps, attempt: GoogleAttempt): Promise<GoogleOutcome> {
  const { google, rateLimiter } = deps
  if (!google) return { outcome: 'not-configured' }
  try {
    const identity = await google.verify(attempt.idToken)
    const outcome =
      identity && identity.nonce !== null && identity.nonce === attempt.nonce
        ? await findOrCreateUser(deps, identity, identity.nonce, attempt.password)
        : ({ outcome: 'failed' } as const)
    if (identity && outcome.outcome === 'signed-in' && outcome.isFirst) copyPictureInBackground(deps, outcome.user.id, identity.picture)
    if (outcome.outcome !== 'failed') return outcome
    // Checked after the token, so that invalid tokens of others behind the same address reject no valid one.
    const limit = await rateLimiter.take([googleFailures, attempt.client])
    return limit.allowed ? outcome : { outcome: 'too-many-attempts', retryAfterSeconds: limit.retryAfterSeconds }
  } catch (error) {
    if (error instanceof IssuerUnavailable) return { outcome: 'unavailable' }
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

async function findOrCreateUser(deps: IdentityDeps, identity: GoogleIdentity, nonce: string, password: string | undefined): Promise<GoogleOutcome> {
  const { database, clock } = deps
  const linking = await checkLinking(deps, identity, password)
  return database
    .transaction(async (tx): Promise<GoogleOutcome> => {
      if (!(await consumeNonce(tx, deps.readNonceSecret, nonce, clock.now()))) return { outcome: 'failed' }
      const known = await findBy(tx, eq(users.googleSub, identity.sub))
      if (known) return known.disabledAt ? { outcome: 'disabled' } : { outcome: 'signed-in', user: known, isFirst: false }
      const local = await findBy(tx, eq(users.email, identity.email))
      // Rolls back, so that the nonce stays valid for a second call with the password.
      if (typeof linking === 'object') throw new Rollback(linking)
      // Its address was proven meanwhile.
      if (linking === 'first-proof' && local?.emailVerifiedAt) throw new Rollback({ outcome: 'needs-password' })
      if (local?.disabledAt) return { outcome: 'disabled' }
      if (!local) return createFromGoogle(tx, deps, identity)
      return { outcome: 'signed-in', user: await linkAccount(tx, deps, local, identity), isFirst: true }
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
async function checkLinking(deps: IdentityDeps, identity: GoogleIdentity, password: string | undefined): Promise<'allowed' | 'first-proof' | GoogleOutcome> {
  const [local] = await deps.database.query.select().from(users).where(eq(users.email, identity.email))
  if (local?.googleSub === identity.sub) return 'allowed'
  // The creator of the Google account may have entered another person's address.
  if (!identity.isVerified) return { outcome: 'unverified-address' }
  if (!local) return 'allowed'
  if (identity.isAuthoritative && !isStaff(local.role) && local.emailVerifiedAt === null) return 'first-proof'
  // Linked to another Google account: an address can change owners, an account does not.
  if (local.googleSub !== null) return { outcome: 'failed' }
  if (!local.passwordHash || password === undefined) return { outcome: 'needs-password' }
  const check = await checkOwnPassword(deps, local.id, password)
  if (check.outcome === 'too-many-attempts') return check
  return check.outcome === 'right' ? 'allowed' : { outcome: 'wrong-password' }
}

async function linkAccount(tx: Tx, deps: IdentityDeps, local: User, identity: GoogleIdentity): Promise<User> {
  const { clock, mail, audit, publicUrl } = deps
  const wasPremade = identity.isAuthoritative && (await endUnprovenAccess(tx, local.id))
  const change = {
    googleSub: identity.sub,
    ...(wasPremade ? { passwordHash: null, passwordIsOneTime: false } : {}),
    ...(identity.isAuthoritative ? { emailVerifiedAt: local.emailVerifiedAt ?? clock.now() } : {}),
  }
  await tx.update(users).set(change).where(eq(users.id, local.id))
  await mail.queue(tx, { kind: 'google-linked', to: local, message: googleLinkedMessage(publicUrl), ownerId: local.id })
  await audit.record(tx, { actorId: local.id, action: 'user.google-linked', subjectKind: 'user', subjectId: local.id, details: { wasPremade } })
  return { ...local, ...change }
}

/** Creates a student, never staff. */
async function createFromGoogle(tx: Tx, { clock, consents }: IdentityDeps, { sub, email, name, isAuthoritative }: GoogleIdentity): Promise<GoogleOutcome> {
  const parsedName = signUpInput.shape.name.safeParse(name)
  const [user] = await tx
    .insert(users)
    .values({
      id: randomUUIDv7(),
      name: parsedName.success ? parsedName.data : 'Pengguna Google',
      email,
      googleSub: sub,
      role: 'student',
      createdAt: clock.now(),
      emailVerifiedAt: isAuthoritative ? clock.now() : null,
    })
    .onConflictDoNothing()
    .returning()
  if (!user) return { outcome: 'failed' }
  await consents.acceptTerms(tx, user.id)
  return { outcome: 'signed-in', user, isFirst: true }
}
