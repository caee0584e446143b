import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import { throttles } from './tables.ts'

/** So many times in so long: at once if one likes, then one more whenever `perMs / times` has passed. */
export type Allowance = { name: string; times: number; perMs: number }

/** One allowance, and whom it is counted for: an account, a client, both together. */
export type Claim = readonly [allowance: Allowance, ...whom: string[]]

export type Taken = { allowed: true }
export type Refused = { allowed: false; retryAfterSeconds: number }

/** Databases round times. */
const graceMs = 1
const refusalsKept = 5000

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Counts attempts in the database, so that several processes count together (the "generic cell rate" rule: one moment
 * a key says everything). Runs outside the caller's transaction: what was tried counts even when it is undone.
 */
export function createThrottle({ database, clock }: { database: Database; clock: Clock }) {
  const refusedUntil = new LRUCache<string, number>({ max: refusalsKept })

  /** Seconds to wait, or null when there is something left. */
  async function waitFor(claim: Claim): Promise<number | null> {
    const [{ times, perMs }] = claim
    const key = keyOf(claim)
    const now = clock.now().getTime()
    const [row] = await database.query.select({ wholeAt: throttles.wholeAt }).from(throttles).where(eq(throttles.key, key))
    const until = (row?.wholeAt.getTime() ?? 0) + perMs / times - perMs
    if (until - now <= graceMs) return null
    // Time alone ends a refusal, so that whoever hammers is refused without asking the database each time.
    refusedUntil.set(key, until)
    return Math.ceil((until - now) / 1000)
  }

  /** Uses one up; false when that would go beyond the limit. */
  async function use(claim: Claim, limitMs: number): Promise<boolean> {
    const [{ times, perMs }] = claim
    const now = clock.now()
    const one = perMs / times
    const used = sql`greatest(${throttles.wholeAt}, ${now.toISOString()}::timestamptz) + ${one} * interval '1 millisecond'`
    const [taken] = await database.query
      .insert(throttles)
      .values({ key: keyOf(claim), wholeAt: new Date(now.getTime() + one) })
      .onConflictDoUpdate({
        target: throttles.key,
        set: { wholeAt: used },
        setWhere: sql`${used} <= ${new Date(now.getTime() + limitMs + graceMs).toISOString()}::timestamptz`,
      })
      .returning({ key: throttles.key })
    return Boolean(taken)
  }

  /** A refusal that is known without asking the database; null when none is. */
  function recall(...claims: readonly Claim[]): Refused | null {
    const now = clock.now().getTime()
    const waitMs = Math.max(0, ...claims.map((claim) => (refusedUntil.get(keyOf(claim)) ?? 0) - now))
    return waitMs > graceMs ? { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) } : null
  }

  async function check(...claims: readonly Claim[]): Promise<Taken | Refused> {
    const known = recall(...claims)
    if (known) return known
    const waits = await Promise.all(claims.map(waitFor))
    const longest = Math.max(0, ...waits.map((seconds) => seconds ?? 0))
    return longest === 0 ? { allowed: true } : { allowed: false, retryAfterSeconds: longest }
  }

  async function giveBack(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) {
      const [{ times, perMs }] = claim
      refusedUntil.delete(keyOf(claim))
      await database.query
        .update(throttles)
        .set({ wholeAt: sql`${throttles.wholeAt} - ${perMs / times} * interval '1 millisecond'` })
        .where(eq(throttles.key, keyOf(claim)))
    }
  }

  return {
    /** Takes one of each, or none at all: then the answer says when it is worth coming back. */
    async take(...claims: readonly Claim[]): Promise<Taken | Refused> {
      const taken: Claim[] = []
      for (const claim of claims) {
        if (!(await use(claim, claim[0].perMs))) {
          await giveBack(taken)
          return { allowed: false, retryAfterSeconds: (await waitFor(claim)) ?? 1 }
        }
        taken.push(claim)
      }
      return { allowed: true }
    },

    /** What `take` took turned out to be none of those that are counted. */
    giveBack: (...claims: readonly Claim[]) => giveBack(claims),

    /** What `check` would say of somebody who was just refused, at once; null: ask. */
    recall,

    /** Would they let one through? Counts nothing: for attempts of which only the failed ones count. */
    check,

    /**
     * Counts what has happened, even beyond the limit: a hundred guesses at once are paid for afterwards, with up to
     * four times the period.
     */
    async charge(...claims: readonly Claim[]): Promise<void> {
      for (const claim of claims) await use(claim, 4 * claim[0].perMs)
    },

    /** Makes an allowance whole again: whoever knows the password has made no wrong guesses. */
    async forget(...claim: Claim): Promise<void> {
      refusedUntil.delete(keyOf(claim))
      await database.query.delete(throttles).where(eq(throttles.key, keyOf(claim)))
    },

    /** Drops what is whole again. */
    async dropOld(): Promise<void> {
      await database.query.delete(throttles).where(lt(throttles.wholeAt, clock.now()))
    },
  }
}

const keyOf = ([{ name }, ...whom]: Claim): string =>
  createHash('sha256')
    .update(JSON.stringify([name, ...whom]))
    .digest('base64url')
