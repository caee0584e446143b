import { newId } from '#server/platform/new-id.ts'
import { eq } from 'drizzle-orm'
import { isStaff, signUpInput } from '#contract/identity/identity.ts'
import type { AuditAction } from '#contract/site/audit-actions.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'
import { refused, type InvalidInput, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import { endUnprovenAccess } from './prove-mailbox.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { checkOwnPassword, wrongPassword } from './change-password.ts'
import { users, type User } from '#server/identity/tables.ts'
import type { FirstStepDone } from './sign-in.ts'

/** A person as known to another service, such as Google or the OpenID Connect provider of an organisation. */
export type ForeignIdentity = {
  /** The only stable identifier. */
  sub: string
  email: string
  name: string
  /** The service has verified that the address belongs to this person, at some time. */
  isVerified: boolean
  /** The service hosts this address, so it can confirm the owner. */
  isAuthoritative: boolean
}

/** How accounts of a service are stored and told of. */
export type ForeignAccount = {
  column: 'googleSub' | 'oidcSub'
  /** Used for an account whose service gives no name. */
  fallbackName: string
  mailKind: string
  linkedMessage: (publicUrl: string) => MailMessage
  action: AuditAction
}

export type ForeignOutcome =
  | (FirstStepDone & { /** The account was linked by this sign-in. */ isFirst: boolean })
  | Refusal<'rejected' | 'email-unverified' | 'account-disabled' | 'link-needs-password'>
  | InvalidInput
  | TooManyRequests

/** Rolls the transaction back and returns the result. */
class Rollback extends Error {
  readonly result: ForeignOutcome
  constructor(result: ForeignOutcome) {
    super('rolled back')
    this.result = result
  }
}

/**
 * The account of an identity that another service has proven. `consume` is asked in the transaction, and rolled back where a second call
 * with the password may follow.
 */
export async function signInForeign(
  deps: IdentityDeps,
  {
    kind,
    identity,
    password,
    consume,
  }: {
    kind: ForeignAccount
    identity: ForeignIdentity
    password: string | undefined
    consume: (tx: Tx) => Promise<boolean>
  },
): Promise<ForeignOutcome> {
  const linking = await checkLinking(deps, kind, identity, password)
  return deps.database
    .transaction(async (tx): Promise<ForeignOutcome> => {
      if (!(await consume(tx))) return refused('rejected')
      const known = await findBy(tx, eq(users[kind.column], identity.sub))
      if (known)
        return known.disabledAt
          ? refused('account-disabled')
          : { outcome: 'first-step-done', user: known, isFirst: false }
      const local = await findBy(tx, eq(users.email, identity.email))
      // Rolls back, so that what was consumed stays valid for a second call with the password.
      if (linking.outcome !== 'allowed' && linking.outcome !== 'first-proof') throw new Rollback(linking)
      // Its address was proven meanwhile.
      if (linking.outcome === 'first-proof' && local?.emailVerifiedAt)
        throw new Rollback(refused('link-needs-password'))
      // Another account than the one that was checked, or with another password or foreign account meanwhile.
      if (linking.outcome === 'allowed' && !isUnchanged(kind, linking.checked, local))
        throw new Rollback(refused('link-needs-password'))
      if (local?.disabledAt) return refused('account-disabled')
      if (!local) return createFromForeign(tx, deps, kind, identity)
      return { outcome: 'first-step-done', user: await linkAccount(tx, deps, kind, local, identity), isFirst: true }
    })
    .catch((error: unknown) => {
      if (error instanceof Rollback) return error.result
      throw error
    })
}

const findBy = async (tx: Tx, condition: ReturnType<typeof eq>): Promise<User | null> =>
  (await tx.select().from(users).where(condition).for('update'))[0] ?? null

/**
 * Checks whether a foreign account may be linked to the existing account of its address: with the password of that account, or as the first proof of
 * its mailbox, which ends all access from before. Never silently: whoever has set up the account is asked.
 */
async function checkLinking(
  deps: IdentityDeps,
  { column }: ForeignAccount,
  identity: ForeignIdentity,
  password: string | undefined,
): Promise<{ outcome: 'allowed'; checked: User | null } | { outcome: 'first-proof' } | ForeignOutcome> {
  const [local] = await deps.database.query.select().from(users).where(eq(users.email, identity.email))
  if (local?.[column] === identity.sub) return { outcome: 'allowed', checked: local }
  // The creator of the foreign account may have entered another person's address.
  if (!identity.isVerified) return refused('email-unverified')
  if (!local) return { outcome: 'allowed', checked: null }
  if (identity.isAuthoritative && !isStaff(local.role) && local.emailVerifiedAt === null)
    return { outcome: 'first-proof' }
  // Linked to another foreign account: an address can change owners, an account does not.
  if (local[column] !== null) return refused('rejected')
  if (!local.passwordHash || password === undefined) return refused('link-needs-password')
  const check = await checkOwnPassword(deps, local.id, { password })
  if (check.outcome === 'too-many-requests') return check
  return check.outcome === 'right' ? { outcome: 'allowed', checked: local } : wrongPassword
}

const isUnchanged = ({ column }: ForeignAccount, checked: User | null, local: User | null): boolean =>
  checked?.id === local?.id && checked?.passwordHash === local?.passwordHash && checked?.[column] === local?.[column]

async function linkAccount(
  tx: Tx,
  deps: IdentityDeps,
  kind: ForeignAccount,
  local: User,
  identity: ForeignIdentity,
): Promise<User> {
  const { clock, mail, audit, publicUrl } = deps
  const wasPremade = identity.isAuthoritative && (await endUnprovenAccess(tx, local.id))
  const change = {
    [kind.column]: identity.sub,
    waitsForInvitation: false,
    ...(wasPremade ? { passwordHash: null, passwordIsOneTime: false } : {}),
    ...(identity.isAuthoritative ? { emailVerifiedAt: local.emailVerifiedAt ?? clock.now() } : {}),
  }
  await tx.update(users).set(change).where(eq(users.id, local.id))
  await mail.queue(tx, { kind: kind.mailKind, to: local, message: kind.linkedMessage(publicUrl), ownerId: local.id })
  await audit.record(tx, {
    actorId: local.id,
    action: kind.action,
    subjectId: local.id,
    details: { wasPremade },
  })
  return { ...local, ...change }
}

/** Creates a student, never staff. */
async function createFromForeign(
  tx: Tx,
  { clock, consents }: IdentityDeps,
  { column, fallbackName }: ForeignAccount,
  { sub, email, name, isAuthoritative }: ForeignIdentity,
): Promise<ForeignOutcome> {
  const parsedName = signUpInput.shape.name.safeParse(name)
  const [user] = await tx
    .insert(users)
    .values({
      id: newId(),
      name: parsedName.success ? parsedName.data : fallbackName,
      email,
      [column]: sub,
      role: 'student',
      createdAt: clock.now(),
      emailVerifiedAt: isAuthoritative ? clock.now() : null,
    })
    .onConflictDoNothing()
    .returning()
  if (!user) return refused('rejected')
  await consents.acceptTerms(tx, user.id)
  return { outcome: 'first-step-done', user, isFirst: true }
}
