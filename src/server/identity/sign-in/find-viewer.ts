import DataLoader from 'dataloader'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { isStaff, type Role } from '#contract/identity/identity.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { sessions, totpSecrets, users } from '#server/identity/tables.ts'
import { hashToken } from './hash-token.ts'
import { isAlive, lifeOf, type SessionDeps } from './session.ts'
import { freshProofMs } from './lifetimes.ts'

type Deps = SessionDeps & { readSite: () => Promise<TwoStepRule> }

/** Each number of tokens is a statement of its own, which every connection prepares. */
const atOnce = 32

/**
 * Finds the user of a token with the current role; null when the token is unknown, expired or idle too long, or the account is disabled.
 * Requests that arrive together are looked up together, so that many of them do not keep all others waiting for the database.
 */
export function createViewerFinder(deps: Deps): (token: string) => Promise<Viewer | null> {
  const loader = new DataLoader((tokens: readonly string[]) => findViewers(deps, tokens), {
    // A cached session could be older than the request.
    cache: false,
    batchScheduleFn: (look) => setImmediate(look),
    maxBatchSize: atOnce,
  })
  return (token) => loader.load(token)
}

async function findViewers(
  { database, clock, sessionLives, readSite }: Deps,
  tokens: readonly string[],
): Promise<(Viewer | null)[]> {
  const now = clock.now()
  const rows = await database.query
    .select({
      sessionId: sessions.id,
      tokenHash: sessions.tokenHash,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      provenAt: sessions.provenAt,
      user: { id: users.id, name: users.name, email: users.email, role: users.role, photo: users.photo },
      hasTwoSteps: sql<boolean>`${totpSecrets.confirmedAt} is not null`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(totpSecrets, eq(totpSecrets.userId, sessions.userId))
    .where(
      and(
        inArray(sessions.tokenHash, [...new Set(tokens)].map(hashToken)),
        gt(sessions.expiresAt, now),
        isNull(users.disabledAt),
      ),
    )
  const alive = rows.filter((row) => isAlive(row, lifeOf(sessionLives, row.user.role), now))
  await recordUse(database, alive, now)
  const rule = alive.some(lacksTwoSteps) ? await readSite() : null
  const viewers = new Map(
    alive.map((row): [string, Viewer] => [
      row.tokenHash.toString('hex'),
      {
        ...row.user,
        sessionId: row.sessionId,
        hasFreshProof: row.provenAt !== null && now.getTime() - row.provenAt.getTime() < freshProofMs,
        mustSetUpTwoSteps: rule !== null && lacksTwoSteps(row) && isRequired(rule, row.createdAt),
      },
    ]),
  )
  return tokens.map((token) => viewers.get(hashToken(token).toString('hex')) ?? null)
}

/** At most once a minute, to avoid a write on every request. */
async function recordUse(
  { query }: Deps['database'],
  used: readonly { sessionId: string; lastUsedAt: Date }[],
  now: Date,
): Promise<void> {
  const due = used.filter(({ lastUsedAt }) => now.getTime() - lastUsedAt.getTime() > minuteMs)
  if (due.length === 0) return
  const ids = due.map(({ sessionId }) => sessionId)
  // Who holds one of them is recording the same, or ending it.
  const free = query
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), lt(sessions.lastUsedAt, now)))
    .for('update', { skipLocked: true })
  await query.update(sessions).set({ lastUsedAt: now }).where(inArray(sessions.id, free))
}

const lacksTwoSteps = ({ user, hasTwoSteps }: { user: { role: Role }; hasTwoSteps: boolean }): boolean =>
  isStaff(user.role) && !hasTwoSteps

type TwoStepRule = { staffMustUseTwoSteps: boolean; twoStepsRequiredSince: string | null }

/** Who was signed in when the rule was switched on goes on until that session ends, the admin who did it included. */
const isRequired = ({ staffMustUseTwoSteps, twoStepsRequiredSince }: TwoStepRule, signedInAt: Date): boolean =>
  staffMustUseTwoSteps && (twoStepsRequiredSince === null || signedInAt > new Date(twoStepsRequiredSince))
