import type { AuditAction } from '#contract/site/audit-actions.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isStaff, type Role, type SecondStep } from '#contract/identity/identity.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Background } from '#server/platform/work/background.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Metrics } from '#server/platform/observing/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import { loggedRejections } from './limits.ts'
import { users } from './tables.ts'

export type SignInEvent = {
  method: 'password' | 'google' | 'oidc' | 'passkey'
  /** How the second step was made or tried, where the account has one. */
  secondStep?: SecondStep
  outcome: string
  /** The account, when known. */
  user: { id: string; role: Role } | null
  /** As typed; null where none was typed. */
  email: string | null
  client: string
}

export type SecurityLog = ReturnType<typeof securityLogModule>
type Deps = {
  database: Database
  audit: Audit
  rateLimiter: RateLimiter
  background: Background
  log: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'signIns'>
}

/** Correlates attempts on one address without logging the address, or a password typed into the wrong field. */
const fingerprintOf = (email: string): string => createHash('sha256').update(email).digest('hex').slice(0, 12)

// Outcomes that belong in the audit log. Ordinary sign-ins of students appear in the process log only.
const actions: Record<string, AuditAction> = {
  'wrong-credentials': 'user.sign-in-failed',
  'wrong-password': 'user.sign-in-failed',
  'wrong-second-step': 'user.second-step-failed',
  'too-many-attempts': 'user.sign-in-throttled',
  disabled: 'user.sign-in-refused',
}

/** Outcomes that logs, metrics and the alerts of operators know by other names than those of the API's errors. */
const loggedNames: Record<string, string> = {
  'too-many-requests': 'too-many-attempts',
  'account-disabled': 'disabled',
  'password-is-one-time': 'one-time-password',
  'google-failed': 'failed',
  'google-unavailable': 'unavailable',
  'google-email-unverified': 'unverified-address',
  'oidc-failed': 'failed',
  'oidc-unavailable': 'unavailable',
  'oidc-email-unverified': 'unverified-address',
  'link-needs-password': 'needs-password',
  'not-found': 'not-configured',
}
const loggedName = (outcome: string): string => loggedNames[outcome] ?? outcome

/** Account lookups for rejected attempts, per client and minute. */
const lookUpsPerClient = 20

/** Writes every sign-in event to the process log, and the relevant ones to the audit log. Never contains secrets. */
export function securityLogModule({ database, audit, rateLimiter, background, log, metrics }: Deps) {
  const seen = new LRUCache<string, true>({ max: 1000, ttl: minuteMs })
  const lookUps = new LRUCache<string, number>({ max: 1000, ttl: minuteMs, noUpdateTTL: true })

  async function auditSignIn({ method, secondStep, outcome, user, email, client }: SignInEvent): Promise<void> {
    const details = { method, ...(secondStep ? { secondStep } : {}), client }
    if (outcome === 'signed-in' || outcome === 'one-time-password') {
      if (!user || !isStaff(user.role)) return
      const action = outcome === 'signed-in' ? 'user.signed-in' : 'user.one-time-password-used'
      return audit.record(database.query, {
        actorId: user.id,
        action,
        subjectId: user.id,
        details,
      })
    }
    const action = actions[outcome]
    const account = action ? (user ?? (await findAccount(email))) : null
    if (!action || !account) return
    // Students mistype passwords every day; a wrong second step is recorded for them too, because the password was right.
    if (action === 'user.sign-in-failed' && !isStaff(account.role)) return
    // Keeps repeated attempts from filling the audit log.
    if (!(await rateLimiter.take([loggedRejections, action, account.id])).allowed) return
    await audit.record(database.query, { actorId: null, action, subjectId: account.id, details })
  }

  /**
   * Limits the database work of a flood of rejected attempts: only the first attempt per address is audited, for a few addresses
   * per client.
   */
  function shouldAudit({ outcome, email, client }: SignInEvent): boolean {
    if (outcome !== 'too-many-attempts' || email === null) return true
    const lookedUp = lookUps.get(client) ?? 0
    if (seen.has(email) || lookedUp >= lookUpsPerClient) return false
    seen.set(email, true)
    lookUps.set(client, lookedUp + 1)
    return true
  }

  async function findAccount(email: string | null): Promise<{ id: string; role: Role } | null> {
    if (email === null) return null
    const [row] = await database.query
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(eq(users.email, email))
    return row ?? null
  }

  return {
    signIn(happened: SignInEvent): void {
      const event = { ...happened, outcome: loggedName(happened.outcome) }
      const { method, secondStep = null, outcome, user, email, client } = event
      metrics.signIns.inc({ method, outcome })
      const isWarning =
        outcome === 'too-many-attempts' ||
        outcome === 'wrong-second-step' ||
        outcome === 'disabled' ||
        outcome === 'unavailable'
      log[isWarning ? 'warn' : 'info'](
        {
          event: 'sign-in',
          method,
          secondStep,
          outcome,
          userId: user?.id ?? null,
          account: email === null ? null : fingerprintOf(email),
          client,
        },
        'sign-in',
      )
      // In the background, so that the response time does not reveal whether the account exists.
      if (shouldAudit(event)) background.run('audit of a sign-in', () => auditSignIn(event))
    },

    /** Other events, such as `session-ended`. `email` is logged as a fingerprint only. */
    note(
      event: string,
      {
        email,
        outcome,
        ...fields
      }: { userId?: string; email?: string; client?: string; outcome?: string; count?: number },
    ): void {
      log.info(
        {
          event,
          ...fields,
          ...(outcome === undefined ? {} : { outcome: loggedName(outcome) }),
          ...(email === undefined ? {} : { account: fingerprintOf(email) }),
        },
        event,
      )
    },
  }
}
