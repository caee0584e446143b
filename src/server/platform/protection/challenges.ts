import { createHash } from 'node:crypto'
import { createChallenge, verifySolution, type Challenge as AltchaChallenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { tooManyMessage } from '#contract/kit/format/wait.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteSome, type Database } from '#server/platform/database/index.ts'
import type { Rejected } from './rate-limiter.ts'
import type { Secret } from './secrets.ts'
import { solvedChallenges } from './challenges-tables.ts'

/** A proof-of-work challenge in the format of ALTCHA 2: find a counter whose derived key begins with a prefix. */
export type Challenge = Omit<AltchaChallenge, 'codeChallenge'>
/** A solution is only accepted for the operation that it was requested for. */
type ChallengePurpose = 'sign-in' | 'sign-up' | 'password-reset' | 'promo-code' | 'passkey'
type ChallengeScope = { purpose: ChallengePurpose; client: string }
export type ChallengeIterations = typeof productionIterations
export type ChallengeRequest = ChallengeScope & { difficulty: keyof ChallengeIterations }
/** How long to wait; `challenge` when its solution takes the place of waiting. */
export type Wait = { retryAfterSeconds: number; challenge?: Challenge }
export type Challenges = ReturnType<typeof challengesModule>

const lifeMs = 5 * minuteMs
/**
 * Iterations of PBKDF2 per attempt; a prefix of three hexadecimal digits takes 4,096 attempts on average. Few iterations, because
 * the server repeats one attempt for every solution it is sent, also for made-up ones.
 */
const productionIterations = { normal: 1_000, hard: 4_000 }
const keyPrefix = '000'
const maximumHeaderLength = 2_000

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      data: z.object({ purpose: z.string(), client: z.string(), expiresAt: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Tests pass fewer iterations. */
type Deps = { database: Database; clock: Clock; secret: Secret; iterations?: ChallengeIterations | undefined }

/**
 * Proof of work, for clients behind a shared address that is over a limit: a browser solves a challenge instead of being
 * rejected because of other clients behind its address.
 */
export function challengesModule({ database, clock, secret, iterations = productionIterations }: Deps) {
  const signingKey = async () => (await secret()).toString('hex')

  /** Costs no query and one HMAC, so that a flood of rejected requests stays cheap. */
  async function create({ purpose, client, difficulty }: ChallengeRequest): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: iterations[difficulty],
      keyPrefix,
      deriveKey,
      hmacSignatureSecret: await signingKey(),
      data: { purpose, client: hashOf(client), expiresAt: clock.now().getTime() + lifeMs },
    })
  }

  return {
    /** The wait of a rejected attempt, with a challenge if only limits of a shared address are exceeded. */
    async describeWait({ retryAfterSeconds, isShared }: Rejected, request: ChallengeRequest): Promise<Wait> {
      return { retryAfterSeconds, ...(isShared ? { challenge: await create(request) } : {}) }
    },

    /**
     * True when the header `X-Challenge` (base64 of `{ challenge, solution }` as JSON) solves a challenge that this client got for
     * this purpose. True once per challenge.
     */
    async consume(header: string | null, { purpose, client }: ChallengeScope): Promise<boolean> {
      const sent = readHeader(header)
      if (!sent) return false
      const { data } = sent.challenge.parameters
      if (data.purpose !== purpose || data.client !== hashOf(client) || data.expiresAt <= clock.now().getTime())
        return false
      const { verified } = await verifySolution({
        ...(sent as unknown as Payload),
        deriveKey,
        hmacSignatureSecret: await signingKey(),
      })
      if (!verified) return false
      const [first] = await database.query
        .insert(solvedChallenges)
        .values({ signature: sent.challenge.signature, expiresAt: new Date(data.expiresAt) })
        .onConflictDoNothing()
        .returning()
      return first !== undefined
    },

    /** Deletes at most `limit` solved challenges that expired before this time, and returns how many. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteSome(
        database.query,
        solvedChallenges,
        { id: solvedChallenges.signature, where: lt(solvedChallenges.expiresAt, before) },
        limit,
      ),
  }
}

export type MustWait = {
  outcome: 'too-many-requests'
  data: { retryAfterSeconds: number; challenge?: Record<string, unknown> }
  message: string
}
/** The outcome of an attempt that has to wait. */
export const mustWait = ({ retryAfterSeconds, challenge }: Wait): MustWait => ({
  outcome: 'too-many-requests',
  data: { retryAfterSeconds, ...(challenge ? { challenge: { ...challenge } } : {}) },
  message: tooManyMessage(retryAfterSeconds),
})

function readHeader(header: string | null): z.infer<typeof payload> | null {
  if (header === null || header.length > maximumHeaderLength) return null
  try {
    return payload.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
  } catch (error) {
    // Neither JSON nor of this shape: sent by no browser.
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return null
    throw error
  }
}

/** Challenges do not reveal a client's address. */
const hashOf = (client: string): string => createHash('sha256').update(client).digest('base64url').slice(0, 16)
