import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isStaff, signUpInput } from '#contract/identity.ts'
import type { Transaction } from '#server/database/index.ts'
import { voidLinks } from '#server/identity/account/links.ts'
import type { IdentityDeps, IdentityTools } from '#server/identity/identity.ts'
import { googleLinkedLetter } from '#server/identity/letters.ts'
import { googleFailures } from '#server/identity/limits.ts'
import { checkOwnPassword } from '#server/identity/passwords/change-password.ts'
import { endSessionsOf } from '#server/identity/session.ts'
import { users, type UserRow } from '#server/identity/tables.ts'
import { copyPictureLater } from './copy-picture.ts'
import { useNonce } from './nonces.ts'
import { IssuerUnavailable, type GoogleIdentity } from './verifier.ts'

export type GoogleAttempt = {
  idToken: string
  /** The nonce that this browser was given, from its cookie. */
  nonce: string | null
  /** Of the account here, when the two are to be joined. */
  password: string | undefined
  client: string
}

export type GoogleOutcome =
  | { outcome: 'welcome'; user: UserRow; /** Google and this account have only just met. */ isFirst: boolean }
  | { outcome: 'not-configured' | 'failed' | 'unavailable' | 'disabled' | 'needs-password' | 'wrong-password' }
  | { outcome: 'too-many-attempts'; retryAfterSeconds: number }

/** Lets in whom Google names, if its token is good and answers a question that this very browser was asked. */
export async function signInWithGoogle(deps: IdentityTools, attempt: GoogleAttempt): Promise<GoogleOutcome> {
  const { google, throttle } = deps
  if (!google) return { outcome: 'not-configured' }
  const mayTry = await throttle.check([googleFailures, attempt.client])
  if (!mayTry.allowed) return { outcome: 'too-many-attempts', retryAfterSeconds: mayTry.retryAfterSeconds }
  try {
    const person = await google.verify(attempt.idToken)
    const outcome =
      person && person.nonce !== null && person.nonce === attempt.nonce
        ? await admit(deps, person, person.nonce, attempt.password)
        : ({ outcome: 'failed' } as const)
    if (person && outcome.outcome === 'welcome' && outcome.isFirst) copyPictureLater(deps, outcome.user.id, person.picture)
    if (outcome.outcome === 'failed') await throttle.charge([googleFailures, attempt.client])
    return outcome
  } catch (error) {
    if (error instanceof IssuerUnavailable) return { outcome: 'unavailable' }
    throw error
  }
}

class StopHere extends Error {
  readonly result: GoogleOutcome
  constructor(result: GoogleOutcome) {
    super('undone')
    this.result = result
  }
}

async function admit(deps: IdentityDeps, person: GoogleIdentity, nonce: string, password: string | undefined): Promise<GoogleOutcome> {
  const { database, clock } = deps
  const joining = await mayJoin(deps, person, password)
  return database
    .transaction(async (tx): Promise<GoogleOutcome> => {
      if (!(await useNonce(tx, nonce, clock.now()))) return { outcome: 'failed' }
      const known = await findBy(tx, eq(users.googleSub, person.sub))
      if (known) return known.disabledAt ? { outcome: 'disabled' } : { outcome: 'welcome', user: known, isFirst: false }
      const local = await findBy(tx, eq(users.email, person.email))
      if (!local) return createFromGoogle(tx, deps, person)
      if (local.disabledAt) return { outcome: 'disabled' }
      // The question stays open: the same answer comes again, with a password.
      if (joining !== 'yes') throw new StopHere(joining)
      return { outcome: 'welcome', user: await join(tx, deps, local, person), isFirst: true }
    })
    .catch((error: unknown) => {
      if (error instanceof StopHere) return error.result
      throw error
    })
}

const findBy = async (tx: Transaction, condition: ReturnType<typeof eq>): Promise<UserRow | null> =>
  (await tx.select().from(users).where(condition).for('update'))[0] ?? null

/**
 * May this Google account open the account that exists under its address? Without a word where Google hands out the
 * address and we know that it was its owner who signed up here, or nobody's; in all other cases by the password.
 */
async function mayJoin(deps: IdentityDeps, person: GoogleIdentity, password: string | undefined): Promise<'yes' | GoogleOutcome> {
  const [local] = await deps.database.query.select().from(users).where(eq(users.email, person.email))
  if (!local || local.googleSub === person.sub) return 'yes'
  // Another Google account stands there already: addresses change hands, accounts do not.
  if (local.googleSub !== null) return { outcome: 'failed' }
  if (person.isAuthoritative && !isStaff(local.role)) return 'yes'
  if (!local.passwordHash || password === undefined) return { outcome: 'needs-password' }
  const check = await checkOwnPassword(deps, local.id, password)
  if (check.outcome === 'too-many-attempts') return check
  return check.outcome === 'right' ? 'yes' : { outcome: 'wrong-password' }
}

async function join(tx: Transaction, deps: IdentityDeps, local: UserRow, person: GoogleIdentity): Promise<UserRow> {
  const { clock, mail, audit, publicUrl } = deps
  // Whoever made this account never proved that the address is theirs; its owner is here now. What they set is void.
  const wasPremade = local.emailVerifiedAt === null && person.isAuthoritative
  if (wasPremade) {
    await endSessionsOf(tx, local.id)
    await voidLinks(tx, local.id)
  }
  const change = {
    googleSub: person.sub,
    ...(wasPremade ? { passwordHash: null, passwordIsOneTime: false } : {}),
    ...(person.isAuthoritative ? { emailVerifiedAt: local.emailVerifiedAt ?? clock.now() } : {}),
  }
  await tx.update(users).set(change).where(eq(users.id, local.id))
  await mail.queue(tx, { kind: 'google-linked', to: local, letter: googleLinkedLetter(publicUrl) })
  await audit.record(tx, { actorId: local.id, action: 'user.google-linked', subjectKind: 'user', subjectId: local.id, details: { wasPremade } })
  return { ...local, ...change }
}

/** Google makes students, and nothing else. */
async function createFromGoogle(tx: Transaction, { clock }: IdentityDeps, { sub, email, name, isAuthoritative }: GoogleIdentity): Promise<GoogleOutcome> {
  const fit = signUpInput.shape.name.safeParse(name)
  const [user] = await tx
    .insert(users)
    .values({
      id: randomUUIDv7(),
      name: fit.success ? fit.data : 'Pengguna Google',
      email,
      googleSub: sub,
      role: 'student',
      emailVerifiedAt: isAuthoritative ? clock.now() : null,
    })
    .onConflictDoNothing()
    .returning()
  return user ? { outcome: 'welcome', user, isFirst: true } : { outcome: 'failed' }
}
