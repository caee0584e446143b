import { and, asc, eq, isNull } from 'drizzle-orm'
import { maximumApiKeys } from '#contract/integrations/api-keys.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { listAdmins, type PersonalData } from '#server/identity/index.ts'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { apiKeys } from './tables.ts'

type Deps = { database: Database; clock: Clock; audit: Audit; mail: Mail; publicUrl: string }

/** The keys that an admin created. Whoever has one of them could go on calling after the account is deleted, so they end with it, and admins are told which. */
export function apiKeysPersonalData({ database, clock, audit, mail, publicUrl }: Deps): PersonalData {
  const isActiveOf = (userId: string) => and(eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt))
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
    async erase(tx, { id: userId }) {
      const ended = await tx.update(apiKeys).set({ revokedAt: clock.now() }).where(isActiveOf(userId)).returning()
      if (ended.length === 0) return
      for (const { id, name } of ended)
        await audit.record(tx, {
          actorId: null,
          action: 'api-key.revoked',
          subjectKind: 'api-key',
          subjectId: id,
          details: { name, reason: 'creator-deleted' },
        })
      const message = {
        subject: ended.length === 1 ? 'Satu kunci API berakhir' : `${ended.length} kunci API berakhir`,
        paragraphs: [
          'Akun admin yang membuatnya dihapus, jadi kunci di bawah ini tidak berlaku lagi. Program yang memakainya perlu kunci baru.',
        ],
        facts: ended.map(({ name, prefix }) => [name, `${prefix}…`] as const),
        action: { label: 'Buka kunci API', url: publicUrl + staffPaths.apiKeys() },
      }
      for (const { id, name, email } of await listAdmins(tx))
        if (id !== userId) await mail.queue(tx, { kind: 'api-keys-ended', to: { name, email }, message, ownerId: id })
    },
  }
}
