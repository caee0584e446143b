import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { clockSkewMs, type Clock } from '#server/platform/clock.ts'
import { deleteSome, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { rateLimits } from './rate-limiter-tables.ts'

/** At most `times` attempts in `perMs`: a burst of all of them, then one more per `perMs / times`. */
export type RateLimit = {
  name: string
  times: number
  perMs: number
  /** Counted for a client address, which many users may share: a caller who solves a challenge does not count. */
  isShared?: true
}

/** A rate limit and the subject it is counted for: an account, a client, or both together. */
export type RateLimitKey = readonly [limit: RateLimit, ...subject: string[]]

export type Allowed = { allowed: true }
/** `isShared` when only shared limits are exceeded. */
export type Rejected = { allowed: false; retryAfterSeconds: number; isShared: boolean }

/** Tolerates the rounding of timestamps in the database. */
const roundingMs = 1
const maximumCachedRejections = 5000
/** Another process may reset the limit or give an attempt back. */
const cachedRejectionMs = 5_000

export type RateLimiter = ReturnType<typeof rateLimiterModule>

/**
 * Rate limits (generic cell rate algorithm: one timestamp per key), stored in the database and so shared by all processes.
 * Runs outside the caller's transaction: an attempt counts even if that rolls back.
 */
export function rateLimiterModule({ database, clock }: { database: Database; clock: Clock }) {
  const rejectedUntil = new LRUCache<string, number>({ max: maximumCachedRejections, ttl: cachedRejectionMs })

  /** Seconds until the next attempt is allowed; null when it is allowed now. */
  async function waitFor(attempt: RateLimitKey, queryable: Queryable = database.query): Promise<number | null> {
    const [{ times, perMs }] = attempt
    const key = keyOf(attempt)
    const now = clock.now().getTime()
    const [row] = await queryable.select({ fullAt: rateLimits.fullAt }).from(rateLimits).where(eq(rateLimits.key, key))
    const fullAt = row?.fullAt.getTime() ?? 0
    const until = fullAt > now + perMs + clockSkewMs ? 0 : fullAt + perMs / times - perMs
    if (until - now <= roundingMs) return null
    // Repeated attempts then cost no query.
    rejectedUntil.set(key, until)
    return Math.ceil((until - now) / 1000)
  }

  /** Checks and counts one attempt in one statement; false, without counting, when that would exceed the limit. */
  async function count(attempt: RateLimitKey, queryable: Queryable = database.query): Promise<boolean> {
    const [{ times, perMs }] = attempt
    const now = clock.now()
    const one = perMs / times
    const counts = sql`${rateLimits.fullAt} <= ${new Date(now.getTime() + perMs + clockSkewMs).toISOString()}::timestamptz`
    const used = sql`greatest(case when ${counts} then ${rateLimits.fullAt} end, ${now.toISOString()}::timestamptz) + ${one} * interval '1 millisecond'`
    const [taken] = await queryable
      .insert(rateLimits)
      .values({ key: keyOf(attempt), fullAt: new Date(now.getTime() + one) })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: { fullAt: used },
        setWhere: sql`${used} <= ${new Date(now.getTime() + perMs + roundingMs).toISOString()}::timestamptz`,
      })
      .returning({ key: rateLimits.key })
    return Boolean(taken)
  }

  /** The cached rejection of these attempts; null when none is cached. */
  function findCachedRejection(...attempts: readonly RateLimitKey[]): Rejected | null {
    const now = clock.now().getTime()
    return rejectionOf(
      attempts.map((attempt) => {
        const waitMs = (rejectedUntil.get(keyOf(attempt)) ?? 0) - now
        return { attempt, seconds: waitMs > roundingMs ? Math.ceil(waitMs / 1000) : null }
      }),
    )
  }

  async function check(...attempts: readonly RateLimitKey[]): Promise<Allowed | Rejected> {
    const known = findCachedRejection(...attempts)
    if (known) return known
    const waits = await Promise.all(attempts.map(async (attempt) => ({ attempt, seconds: await waitFor(attempt) })))
    return rejectionOf(waits) ?? { allowed: true }
  }

  async function giveBack(attempts: readonly RateLimitKey[]): Promise<void> {
    for (const attempt of attempts) {
      const [{ times, perMs }] = attempt
      rejectedUntil.delete(keyOf(attempt))
      await database.query
        .update(rateLimits)
        .set({ fullAt: sql`${rateLimits.fullAt} - ${perMs / times} * interval '1 millisecond'` })
        .where(eq(rateLimits.key, keyOf(attempt)))
    }
  }

  async function take(attempts: readonly RateLimitKey[]): Promise<Allowed | Rejected> {
    const taken: RateLimitKey[] = []
    for (const attempt of attempts) {
      if (!(await count(attempt))) {
        await giveBack(taken)
        return {
          allowed: false,
          retryAfterSeconds: (await waitFor(attempt)) ?? 1,
          isShared: attempt[0].isShared === true,
        }
      }
      taken.push(attempt)
    }
    return { allowed: true }
  }

  return {
    /** Counts one attempt against each limit, or against none when any is exceeded. */
    take: (...attempts: readonly RateLimitKey[]) => take(attempts),

    /** Counts one attempt in the caller's transaction, for what has to wait and not to fail: the seconds to wait, or null. */
    takeOrWait: async (tx: Tx, attempt: RateLimitKey): Promise<number | null> =>
      (await count(attempt, tx)) ? null : ((await waitFor(attempt, tx)) ?? 1),

    /**
     * Runs work of which only failures count. The attempt is counted before the work, because concurrent attempts could otherwise
     * all pass before the first failure is counted, and given back unless the work failed. Work that throws counts nothing.
     */
    async countFailures<Result>(
      attempts: readonly RateLimitKey[],
      work: () => Promise<Result>,
      hasFailed: (result: Result) => boolean,
    ): Promise<(Allowed & { result: Result }) | Rejected> {
      const mayTry = await take(attempts)
      if (!mayTry.allowed) return mayTry
      let isFailure = false
      try {
        const result = await work()
        isFailure = hasFailed(result)
        return { allowed: true, result }
      } finally {
        if (!isFailure) await giveBack(attempts)
      }
    },

    /** Reverts `take`. */
    giveBack: (...attempts: readonly RateLimitKey[]) => giveBack(attempts),

    /** Returns the same as `check` for a recent rejection, without a query. Null means: unknown, call `check`. */
    findCachedRejection,

    /** Checks without counting. Does not limit concurrent attempts: only `take` does. */
    check,

    /** Resets the counter, for example after the right password. */
    async reset(...attempt: RateLimitKey): Promise<void> {
      rejectedUntil.delete(keyOf(attempt))
      await database.query.delete(rateLimits).where(eq(rateLimits.key, keyOf(attempt)))
    },

    /** Deletes at most `limit` counters whose rate limit was fully available again before this time, and returns how many. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteSome(database.query, rateLimits, { id: rateLimits.key, where: lt(rateLimits.fullAt, before) }, limit),
  }
}

/** The longest wait of the exceeded limits; null when none is exceeded. */
function rejectionOf(waits: readonly { attempt: RateLimitKey; seconds: number | null }[]): Rejected | null {
  const exceeded = waits.filter(({ seconds }) => seconds !== null)
  if (exceeded.length === 0) return null
  return {
    allowed: false,
    retryAfterSeconds: Math.max(...exceeded.map(({ seconds }) => seconds ?? 0)),
    isShared: exceeded.every(({ attempt: [limit] }) => limit.isShared === true),
  }
}

const keyOf = ([{ name }, ...subject]: RateLimitKey): string =>
  createHash('sha256')
    .update(JSON.stringify([name, ...subject]))
    .digest('base64url')
