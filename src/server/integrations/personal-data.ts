import { asc } from 'drizzle-orm'
import { maximumApiKeys } from '#contract/integrations/api-keys.ts'
import type { Database, PersonalData } from '#server/platform/database/index.ts'
import { endKeysOf, isActiveOf, type EndKeysDeps } from './end-keys.ts'
import { apiKeys } from './tables.ts'

/** The keys that an admin created. They end with the account. */
export function apiKeysPersonalData({ database, ...deps }: EndKeysDeps & { database: Database }): PersonalData {
  return {
    name: 'apiKeys',
    async export(userId) {
      const rows = await database.query
        .select()
        .from(apiKeys)
        .where(isActiveOf(userId))
        .orderBy(asc(apiKeys.createdAt))
        .limit(maximumApiKeys)
      return rows.map(({ name, prefix, scopes, createdAt, expiresAt, lastUsedAt }) => ({
        name,
        prefix,
        scopes,
        createdAt,
        expiresAt,
        lastUsedAt,
      }))
    },
    erase: (tx, { id }) => endKeysOf(tx, deps, { userId: id, reason: 'creator-deleted' }),
  }
}
