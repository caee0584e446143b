import { eq, inArray } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import type { SignInInput, SignUpInput } from '#contract/identity/identity.ts'
import { isStaff } from '#contract/identity/identity.ts'
import { inBatches, type Tx } from '#server/platform/database/index.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import { readDailyFigures, readTotalFigure } from '#server/platform/figures/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { uploadsMentioned } from '#server/platform/uploads/index.ts'
import type { IdentityDeps } from './deps.ts'
import { deviceCookiesModule, signUpOf } from './sign-in/device-cookie.ts'
import { correctEmail, sendPasswordLink } from './account/staff-changes.ts'
import { issueNonce } from './google/nonces.ts'
import { signInWithGoogle, type GoogleAttempt, type GoogleOutcome } from './google/sign-in-with-google.ts'
import { queueWelcome } from './passwords/reset-password.ts'
import { countWaiting, inviteWaiting } from './account/waiting-invitations.ts'
import {
  changeAccount,
  countAccounts,
  findAccount,
  findAccountsByEmail,
  listAccounts,
  listStaff,
  lockWithAdmins,
  readAccounts,
  type AccountChange,
  type AccountFilter,
} from './user-accounts.ts'
import { endSession, findViewerByToken, startSession } from './sign-in/session.ts'
import { checkCredentials, type CredentialsOutcome } from './sign-in/sign-in.ts'
import { insertUser, prepareUser, signUp, type NewUser, type PreparedUser, type SignUpCaller, type SignUpOutcome } from './sign-in/sign-up.ts'
import { addPhoto } from './account/add-photo.ts'
import { continueSignIn, type FirstStepResult } from './two-step/second-step/second-step.ts'
import { resetTwoSteps } from './two-step/manage.ts'
import { summarizeTwoSteps } from './two-step/two-step-state.ts'
import { photoUrl } from './present.ts'
import { users } from './tables.ts'

export type UserProfile = { id: string; name: string; email: string; avatar: string; headline: string; bio: string; createdAt: Date }
export type Identity = ReturnType<typeof identityModule>

type Browser = { client: string; userAgent: string; /** The device cookie. */ cookie: string | null; /** The header X-Challenge. */ solution: string | null }
/** A right first step, with what follows it. */
type Continued<Outcome extends { outcome: string }> =
  | Exclude<Outcome, { outcome: 'signed-in' }>
  | (Extract<Outcome, { outcome: 'signed-in' }> & FirstStepResult)

const loggedOutcome = (result: { outcome: string; next?: FirstStepResult['next'] }): string =>
  result.next === 'second-step' ? 'second-step-needed' : result.outcome

export function identityModule(deps: IdentityDeps) {
  const { database, clock, securityLog, challenges } = deps
  const deviceCookies = deviceCookiesModule(deps)
  return {
    /** Mails a link to choose the first password, for an account that an admin created. */
    queueWelcome: (tx: Tx, user: { id: string; name: string; email: string }, courseTitles?: readonly string[]) => queueWelcome(tx, deps, user, courseTitles),
    /** People who were imported and not invited yet. */
    countWaiting: () => countWaiting(database.query),
    inviteWaiting: (admin: Viewer) => inviteWaiting(deps, admin),
    /** For an export by the operator only. */
    async findPasswordHashes(userIds: readonly string[]): Promise<Map<string, string>> {
      const rows = await inBatches(userIds, (batch) =>
        database.query.select({ id: users.id, hash: users.passwordHash }).from(users).where(inArray(users.id, batch)),
      )
      return new Map(rows.flatMap(({ id, hash }) => (hash === null ? [] : [[id, hash] as const])))
    },
    correctEmail: (userId: string, email: string, admin: Viewer) => correctEmail(deps, userId, email, admin),
    sendPasswordLink: (userId: string, admin: Viewer) => sendPasswordLink(deps, userId, admin),
    /** The first step with a password. */
    async signIn(input: SignInInput, { client, userAgent, cookie, solution }: Browser): Promise<Continued<CredentialsOutcome>> {
      const device = await deviceCookies.findEntry(cookie, input.email)
      const hasSolved = await challenges.consume(solution, { purpose: 'sign-in', client })
      const checked = await checkCredentials(deps, input, { client, device, hasSolved })
      const result = checked.outcome === 'signed-in' ? { ...checked, ...(await continueSignIn(deps, checked.user, 'password', userAgent)) } : checked
      securityLog.signIn({ method: 'password', outcome: loggedOutcome(result), user: 'user' in result ? result.user : null, email: input.email, client })
      return result
    },
    /** The device cookie after a sign-in; see device-cookie.ts. */
    addToDeviceCookie: (cookie: string | null, email: string) => deviceCookies.addEntry(cookie, email),
    /** Recognizes this browser when the address of the account is confirmed. */
    makeSignUpCookie: (userId: string) => deviceCookies.addEntry(null, signUpOf(userId)),
    issueGoogleNonce: () => issueNonce(deps.readNonceSecret, clock.now()),
    async signInWithGoogle(attempt: GoogleAttempt, userAgent: string): Promise<Continued<GoogleOutcome>> {
      const checked = await signInWithGoogle(deps, attempt)
      const result = checked.outcome === 'signed-in' ? { ...checked, ...(await continueSignIn(deps, checked.user, 'google', userAgent)) } : checked
      securityLog.signIn({ method: 'google', outcome: loggedOutcome(result), user: 'user' in result ? result.user : null, email: null, client: attempt.client })
      return result
    },
    async signUp(input: SignUpInput, caller: SignUpCaller): Promise<SignUpOutcome> {
      const { client } = caller
      const result = await signUp(deps, input, caller)
      securityLog.note('sign-up', { outcome: result.outcome, email: input.email, client, ...(result.outcome === 'created' ? { userId: result.id } : {}) })
      return result
    },
    startSession: (user: Parameters<typeof startSession>[2], userAgent: string) => database.transaction((tx) => startSession(tx, deps, user, userAgent)),
    findViewerByToken: (token: string) => findViewerByToken(deps, token),
    async endSession({ id, sessionId }: Viewer): Promise<void> {
      await endSession(database, sessionId)
      securityLog.note('sign-out', { userId: id })
    },
    prepareUser: (user: NewUser) => prepareUser(deps, user),
    /** Null when the address is taken. */
    insertUser: (tx: Tx, user: PreparedUser) => insertUser(tx, user),
    /** Prepares and inserts a user; null when the address is taken. */
    createUser: async (user: NewUser) => insertUser(database.query, await prepareUser(deps, user)),
    listAccounts: (input: Parameters<typeof listAccounts>[1]) => listAccounts(database.query, input),
    readAccounts: (filter: AccountFilter, page: Parameters<typeof readAccounts>[2]) => readAccounts(database.query, filter, page),
    countAccounts: (filter: AccountFilter) => countAccounts(database.query, filter),
    listStaff: () => listStaff(database.query),
    findAccount: (userId: string) => findAccount(database.query, userId),
    findAccountsByEmail: (emails: readonly string[], tx?: Tx) => findAccountsByEmail(tx ?? database.query, emails),
    lockWithAdmins,
    changeAccount: (tx: Tx, userId: string, change: AccountChange) => changeAccount(tx, clock, userId, change),
    /** Number of students, and new accounts per day in western Indonesian time. Erased users do not count. */
    async readFigures(since: Date): Promise<{ students: number; signUps: { day: string; count: number }[] }> {
      const signUps = await readDailyFigures(database.query, ['sign-ups'], { subjects: null, since: jakartaDay(since) })
      return { students: await readTotalFigure(database.query, 'students', null), signUps: signUps.map(({ day, value }) => ({ day, count: value })) }
    },
    /** For admins: what a user has set up. */
    summarizeTwoSteps: (userId: string) => summarizeTwoSteps(database.query, userId),
    /** False when the user has nothing to reset. */
    resetTwoSteps: (tx: Tx, userId: string) => resetTwoSteps(tx, deps, userId),
    addPhoto: (userId: string, picture: Blob) => addPhoto(deps, userId, picture),
    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [users.photo]),
    /** True for an instructor or admin whose account is not disabled. */
    async isStaffMember(tx: Tx, userId: string): Promise<boolean> {
      const [row] = await tx.select({ role: users.role, disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId))
      return row !== undefined && isStaff(row.role) && row.disabledAt === null
    },
    /** Public profiles by id, for example of instructors and authors of reviews. Unknown ids are left out. */
    async findUserProfiles(ids: readonly string[], tx?: Tx): Promise<Map<string, UserProfile>> {
      if (ids.length === 0) return new Map()
      dependsOn(...new Set(ids.map((id) => `user:${id}`)))
      const queryable = tx ?? database.query
      const rows = await inBatches([...new Set(ids)], (batch) =>
        queryable
          .select({
            id: users.id,
            name: users.name,
            email: users.email,
            photo: users.photo,
            headline: users.headline,
            bio: users.bio,
            createdAt: users.createdAt,
          })
          .from(users)
          .where(inArray(users.id, batch)),
      )
      return new Map(rows.map(({ photo, ...row }) => [row.id, { ...row, avatar: photoUrl(photo) }]))
    },
    async hasAdmin(): Promise<boolean> {
      const [row] = await database.query.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
      return row !== undefined
    },
    async findIdByEmail(email: string): Promise<string | null> {
      const [row] = await database.query.select({ id: users.id }).from(users).where(eq(users.email, email))
      return row?.id ?? null
    },
  }
}
