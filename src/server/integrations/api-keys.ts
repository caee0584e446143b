import { newId } from '#server/platform/new-id.ts'
import { createHash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, ilike, inArray, isNull, lt, or } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { maximumApiKeys, type ApiKey, type ApiKeyInput } from '#contract/integrations/api-keys.ts'
import { containing, lockUntilCommit, type Database, type Tx } from '#server/platform/database/index.ts'
import type { ApiKeyCaller, Viewer } from '#server/platform/http/index.ts'
import { userSql, type Identity } from '#server/identity/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import { endKeysOf, isActiveOf, type EndKeysDeps } from './end-keys.ts'
import { apiKeys, type ApiKeyRow } from './tables.ts'
import { callsPerKey } from './limits.ts'

export type ApiKeys = ReturnType<typeof apiKeysModule>
type Deps = EndKeysDeps & { database: Database; rateLimiter: RateLimiter; identity: Identity }

type Made =
  | { outcome: 'made'; apiKey: ApiKey & { key: string } }
  | InvalidInput
  | Refusal<'too-many-api-keys' | 'unauthorized'>

/** Characters of a key that are stored and displayed: eight of its 43 random ones. */
const prefixLength = 'cdk_'.length + 8

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Keys with which other programs call the API. Only a hash of a key is stored. */
export function apiKeysModule({ database, rateLimiter, identity, ...deps }: Deps) {
  const { clock, audit } = deps
  const notRevoked = isNull(apiKeys.revokedAt)

  async function present(rows: readonly ApiKeyRow[]): Promise<ApiKey[]> {
    const people = await identity.findUserProfiles(rows.flatMap((row) => row.createdBy ?? []))
    const now = clock.now()
    return rows.map(({ id, name, prefix, scopes, createdBy, createdAt, expiresAt, lastUsedAt }) => {
      const creator = createdBy ? people.get(createdBy) : undefined
      return {
        _id: id,
        name,
        prefix,
        scopes,
        createdBy: creator ? { _id: creator.id, name: creator.name } : null,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        isExpired: expiresAt !== null && expiresAt <= now,
      }
    })
  }

  /** Updated at most once a minute, to avoid a write on every call. */
  async function noteUse({ id, lastUsedAt }: ApiKeyRow, now: Date): Promise<void> {
    const before = new Date(now.getTime() - minuteMs)
    if (lastUsedAt && lastUsedAt > before) return
    await database.query
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now))))
  }

  return {
    /** The caller of this key; null when it is unknown, expired or revoked, or its creator is no enabled admin. Counts the call against the rate limit of the key. */
    async authenticate(key: string): Promise<ApiKeyCaller | { retryAfterSeconds: number } | null> {
      const now = clock.now()
      const isValid = and(
        eq(apiKeys.secretHash, hashOf(key)),
        notRevoked,
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
        // Processes of older versions demote without ending keys.
        userSql.isAdmin(apiKeys.createdBy),
      )
      const [row] = await database.query.select().from(apiKeys).where(isValid)
      if (!row) return null
      const limit = await rateLimiter.take([callsPerKey, row.id])
      if (!limit.allowed) return { retryAfterSeconds: limit.retryAfterSeconds }
      await noteUse(row, now)
      return { id: row.id, name: row.name, scopes: row.scopes }
    },

    /** At most `maximumApiKeys`, newest first. */
    async list(): Promise<ApiKey[]> {
      return present(
        await database.query
          .select()
          .from(apiKeys)
          .where(notRevoked)
          .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
          .limit(maximumApiKeys),
      )
    },

    /** The response is the only place where the key itself appears. */
    async create({ name, scopes, expiresAt }: ApiKeyInput, admin: Viewer): Promise<Made> {
      const now = clock.now()
      const expires = expiresAt ? new Date(expiresAt) : null
      if (expires && expires <= now) return invalidInput({ expiresAt: 'Pilih waktu yang belum lewat' })
      const key = `cdk_${randomBytes(32).toString('base64url')}`
      const made = await database.transaction(async (tx) => {
        // The keys of whoever was demoted meanwhile have ended already.
        if (!(await identity.keepsAdmin(tx, admin.id))) return refused('unauthorized')
        await lockUntilCommit(tx, 'api-keys')
        const [active] = await tx.select({ total: count() }).from(apiKeys).where(notRevoked)
        if ((active?.total ?? 0) >= maximumApiKeys) return refused('too-many-api-keys')
        const [row] = await tx
          .insert(apiKeys)
          .values({
            id: newId(),
            name,
            secretHash: hashOf(key),
            prefix: key.slice(0, prefixLength),
            scopes,
            createdBy: admin.id,
            createdAt: now,
            expiresAt: expires,
          })
          .returning()
        if (!row) throw new Error('The API key was not stored')
        await audit.record(tx, {
          actorId: admin.id,
          action: 'api-key.created',
          subjectId: row.id,
          details: { name, scopes },
        })
        return { outcome: 'stored' as const, row }
      })
      if (made.outcome !== 'stored') return made
      const [shown] = await present([made.row])
      if (!shown) throw new Error('The new API key was not presented')
      return { outcome: 'made', apiKey: { ...shown, key } }
    },

    /** Not found when there is no such key, or it was revoked before. */
    async revoke(id: string, admin: Viewer): Promise<{ outcome: 'revoked' } | Refusal<'not-found' | 'unauthorized'>> {
      return database.transaction(async (tx) => {
        // Before the key, which whoever demotes its creator locks after all admins.
        if (!(await identity.keepsAdmin(tx, admin.id))) return refused('unauthorized')
        const [row] = await tx
          .update(apiKeys)
          .set({ revokedAt: clock.now() })
          .where(and(eq(apiKeys.id, id), notRevoked))
          .returning({ name: apiKeys.name })
        if (!row) return refused('not-found')
        await audit.record(tx, {
          actorId: admin.id,
          action: 'api-key.revoked',
          subjectId: id,
          details: { name: row.name },
        })
        return { outcome: 'revoked' }
      })
    },

    /** How many keys `endOf` would end. */
    async countOf(userId: string): Promise<number> {
      return database.query.$count(apiKeys, isActiveOf(userId))
    },

    /** The keys of somebody who is no enabled admin any more. */
    endOf: (tx: Tx, userId: string): Promise<void> => endKeysOf(tx, deps, { userId, reason: 'creator-not-admin' }),

    /** Names by id, of revoked keys, too. */
    async nameKeys(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await database.query
        .select({ id: apiKeys.id, name: apiKeys.name })
        .from(apiKeys)
        .where(inArray(apiKeys.id, [...new Set(ids)]))
      return new Map(rows.map((row) => [row.id, row.name]))
    },

    /** Keys with this text in their name, revoked ones, too. */
    async listIdsByName(text: string, limit: number): Promise<string[]> {
      const rows = await database.query
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(ilike(apiKeys.name, containing(text)))
        .limit(limit)
      return rows.map((row) => row.id)
    },
  }
}
