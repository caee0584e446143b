import { and, count, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { SignInInput, SignUpInput } from '#contract/identity.ts'
import { isStaff } from '#contract/identity.ts'
import type { Clock } from '#server/clock.ts'
import { inPages, type Database, type Transaction } from '#server/database/index.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Background } from '#server/background.ts'
import { shows, type Changes } from '#server/changes/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { Mail } from '#server/mail/index.ts'
import type { Throttle } from '#server/throttle/index.ts'
import { uploadsMentioned, type Uploads } from '#server/uploads/index.ts'
import { createAccount } from './account/account.ts'
import type { PersonalData } from './account/personal-data.ts'
import { issueNonce } from './google/nonces.ts'
import { signInWithGoogle, type GoogleAttempt, type GoogleOutcome } from './google/sign-in-with-google.ts'
import type { GoogleVerifier } from './google/verifier.ts'
import { queueWelcome } from './passwords/reset-password.ts'
import { createSecurityLog, type SecurityLog } from './security-log.ts'
import { changeAccount, findAccount, listAccounts, listStaff, type AccountChange } from './people.ts'
import { endSession, findViewerByToken, startSession, type SessionLives } from './session.ts'
import { checkCredentials, type SignInOutcome } from './sign-in.ts'
import { createUser, signUp, type NewUser, type SignUpOutcome } from './sign-up.ts'
import { photoUrl } from './present.ts'
import { users } from './tables.ts'

export type Person = { id: string; name: string; email: string; avatar: string; headline: string; bio: string }
export type Identity = ReturnType<typeof createIdentity>

export type IdentityDeps = {
  database: Database
  clock: Clock
  throttle: Throttle
  mail: Mail
  uploads: Uploads
  audit: Audit
  background: Background
  log: Pick<Logger, 'info' | 'warn'>
  changes: Changes
  publicUrl: string
  sessionLives: SessionLives
  /** Null where nobody set up signing in with Google. */
  google: GoogleVerifier | null
  /** What other modules know about people; filled while the product is put together. */
  personalData: readonly PersonalData[]
}

/** What the use cases work with. */
export type IdentityTools = IdentityDeps & { securityLog: SecurityLog }

export function createIdentity(given: IdentityDeps) {
  const deps: IdentityTools = { ...given, securityLog: createSecurityLog(given) }
  const { database, clock, securityLog } = deps
  return {
    /** One's own account. */
    account: createAccount(deps),
    /** Mails a link to choose a first password to somebody whose account was made by others. */
    queueWelcome: (tx: Transaction, user: { id: string; name: string; email: string }) => queueWelcome(tx, deps, user),
    async checkCredentials(input: SignInInput, client: string): Promise<SignInOutcome> {
      const result = await checkCredentials(deps, input, client)
      securityLog.signIn({ method: 'password', outcome: result.outcome, user: 'user' in result ? result.user : null, email: input.email, client })
      return result
    },
    issueGoogleNonce: () => issueNonce(database.query, clock.now()),
    async signInWithGoogle(attempt: GoogleAttempt): Promise<GoogleOutcome> {
      const result = await signInWithGoogle(deps, attempt)
      securityLog.signIn({ method: 'google', outcome: result.outcome, user: 'user' in result ? result.user : null, email: null, client: attempt.client })
      return result
    },
    async signUp(input: SignUpInput, client: string): Promise<SignUpOutcome> {
      const result = await signUp(deps, input, client)
      securityLog.note('sign-up', { outcome: result.outcome, email: input.email, client, ...(result.outcome === 'created' ? { userId: result.id } : {}) })
      return result
    },
    startSession: (user: Parameters<typeof startSession>[2], userAgent: string) => database.transaction((tx) => startSession(tx, deps, user, userAgent)),
    findViewerByToken: (token: string) => findViewerByToken(deps, token),
    async endSession({ id, sessionId }: Viewer): Promise<void> {
      await endSession(database, sessionId)
      securityLog.note('sign-out', { userId: id })
    },
    /** Null when the address is taken. Outside a transaction a refused insert leaves nothing behind. */
    createUser: (user: NewUser, tx?: Transaction) => createUser(tx ?? database.query, user),
    listAccounts: (input: Parameters<typeof listAccounts>[1]) => listAccounts(database.query, input),
    listStaff: () => listStaff(database.query),
    findAccount: (userId: string) => findAccount(database.query, userId),
    changeAccount: (tx: Transaction, userId: string, change: AccountChange) => changeAccount(tx, clock, userId, change),
    /** How many students there are, and new accounts day by day in western Indonesian time. Whoever left is nobody, as in the list of people. */
    async readFigures(since: Date): Promise<{ students: number; signUps: { day: string; count: number }[] }> {
      const day = sql<string>`to_char((${users.createdAt} at time zone 'UTC') + interval '7 hours', 'YYYY-MM-DD')`
      const [students] = await database.query
        .select({ count: count() })
        .from(users)
        .where(and(eq(users.role, 'student'), isNull(users.deletedAt)))
      const signUps = await database.query
        .select({ day, count: count() })
        .from(users)
        .where(and(gte(users.createdAt, since), isNull(users.deletedAt)))
        .groupBy(day)
      return { students: students?.count ?? 0, signUps }
    },
    listUploadsInUse: (tx: Transaction) => uploadsMentioned(tx, [users.photo]),
    /** Is this an instructor or admin whose account stands? */
    async isStaffMember(tx: Transaction, userId: string): Promise<boolean> {
      const [row] = await tx.select({ role: users.role, disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId))
      return row !== undefined && isStaff(row.role) && row.disabledAt === null
    },
    /** Public faces by id: instructors of courses, authors of reviews. Unknown ids are left out. */
    async findPeople(ids: readonly string[], tx?: Transaction): Promise<Map<string, Person>> {
      if (ids.length === 0) return new Map()
      shows(...new Set(ids.map((id) => `person:${id}`)))
      const queryable = tx ?? database.query
      const rows = await inPages([...new Set(ids)], (page) =>
        queryable
          .select({ id: users.id, name: users.name, email: users.email, photo: users.photo, headline: users.headline, bio: users.bio })
          .from(users)
          .where(inArray(users.id, page)),
      )
      return new Map(rows.map(({ photo, ...row }) => [row.id, { ...row, avatar: photoUrl(photo) }]))
    },
    async findIdByEmail(email: string): Promise<string | null> {
      const [row] = await database.query.select({ id: users.id }).from(users).where(eq(users.email, email))
      return row?.id ?? null
    },
  }
}
