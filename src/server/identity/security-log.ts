import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isStaff, type Role } from '#contract/identity.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Background } from '#server/background.ts'
import type { Database } from '#server/database/index.ts'
import type { Throttle } from '#server/throttle/index.ts'
import { notedRefusals } from './limits.ts'
import { users } from './tables.ts'

export type SignInEvent = {
  method: 'password' | 'google'
  outcome: string
  /** Whose account it is about, where that is known. */
  user: { id: string; role: Role } | null
  /** As it was typed; null where nobody typed one. */
  email: string | null
  client: string
}

export type SecurityLog = ReturnType<typeof createSecurityLog>
type Deps = { database: Database; audit: Audit; throttle: Throttle; background: Background; log: Pick<Logger, 'info' | 'warn'> }

/** Attempts on the same address belong together without the log knowing the address, or a password typed in its place. */
const fingerprintOf = (email: string): string => createHash('sha256').update(email).digest('hex').slice(0, 12)

// What an account's owner or an admin should find in the log of acts later. Ordinary sign-ins of students stay in the process's log.
const actions: Record<string, string> = {
  'wrong-credentials': 'user.sign-in-failed',
  'wrong-password': 'user.sign-in-failed',
  'too-many-attempts': 'user.sign-in-throttled',
  disabled: 'user.sign-in-refused',
}

const minute = 60_000
/** Accounts whose refusals are looked up, for one client in a minute. */
const lookUpsAClient = 20

/** Who came in, who was refused and why: every event in the process's log, what matters later also in the log of acts. Never a secret. */
export function createSecurityLog({ database, audit, throttle, background, log }: Deps) {
  const seen = new LRUCache<string, true>({ max: 1000, ttl: minute })
  const lookUps = new LRUCache<string, number>({ max: 1000, ttl: minute, noUpdateTTL: true })

  async function auditSignIn({ method, outcome, user, email, client }: SignInEvent): Promise<void> {
    const details = { method, client }
    if (outcome === 'welcome' || outcome === 'one-time-password') {
      if (!user || !isStaff(user.role)) return
      const action = outcome === 'welcome' ? 'user.signed-in' : 'user.one-time-password-used'
      return audit.record(database.query, { actorId: user.id, action, subjectKind: 'user', subjectId: user.id, details })
    }
    const action = actions[outcome]
    const account = action ? (user ?? (await findAccount(email))) : null
    if (!action || !account) return
    // A student mistypes a password every day; guesses at staff's are worth knowing at once.
    if (action === 'user.sign-in-failed' && !isStaff(account.role)) return
    // Whoever hammers at an account does not fill the log.
    if (!(await throttle.take([notedRefusals, action, account.id])).allowed) return
    await audit.record(database.query, { actorId: null, action, subjectKind: 'user', subjectId: account.id, details })
  }

  /**
   * A flood of refused attempts costs a line each, and nothing in the database: the first of each address says it all, and so do the
   * first few addresses that one client makes up.
   */
  function isNews({ outcome, email, client }: SignInEvent): boolean {
    if (outcome !== 'too-many-attempts' || email === null) return true
    const lookedUp = lookUps.get(client) ?? 0
    if (seen.has(email) || lookedUp >= lookUpsAClient) return false
    seen.set(email, true)
    lookUps.set(client, lookedUp + 1)
    return true
  }

  async function findAccount(email: string | null): Promise<{ id: string; role: Role } | null> {
    if (email === null) return null
    const [row] = await database.query.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
    return row ?? null
  }

  return {
    signIn(event: SignInEvent): void {
      const { method, outcome, user, email, client } = event
      const isAlarming = outcome === 'too-many-attempts' || outcome === 'disabled' || outcome === 'unavailable'
      log[isAlarming ? 'warn' : 'info'](
        { event: 'sign-in', method, outcome, userId: user?.id ?? null, account: email === null ? null : fingerprintOf(email), client },
        'sign-in',
      )
      // Afterwards: what is written must not tell by its time whose account it is.
      if (isNews(event)) background.run('audit of a sign-in', () => auditSignIn(event))
    },

    /** Anything else: `password-reset-asked`, `session-ended`. `email` is logged as a fingerprint only. */
    note(event: string, { email, ...fields }: { userId?: string; email?: string; client?: string; outcome?: string; count?: number }): void {
      log.info({ event, ...fields, ...(email === undefined ? {} : { account: fingerprintOf(email) }) }, event)
    },
  }
}
