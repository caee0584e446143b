import { newId } from '#server/platform/new-id.ts'
import { and, asc, eq, getTableColumns, gte, inArray, like, lt, or, sql } from 'drizzle-orm'
import { subjectKindOf, type AuditAction, type AuditKind } from '#contract/site/audit-actions.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  countUpTo,
  escapeLike,
  keyset,
  type Database,
  type KeysetInput,
  type Queryable,
  type Tx,
} from '#server/platform/database/index.ts'
import { auditEntries } from './tables.ts'

export type Audit = ReturnType<typeof auditModule>
export type AuditEntry = typeof auditEntries.$inferSelect

/** `details` never contains passwords, tokens or card data. */
export type AuditRecord = {
  actorId: string | null
  action: AuditAction
  subjectId: string
  /** Where the action is not enough to know it. */
  subjectKind?: AuditKind
  details?: Record<string, unknown>
}
export type AuditFilter = {
  /** Entries of any of these users or of any of these API keys. */
  actors?: { userIds: readonly string[]; apiKeyIds: readonly string[] }
  /** Included. */ from?: Date
  /** Not included. */ before?: Date
  subjectKind?: string
  subjectId?: string
  /** An action or the kind before its dot. */ action?: string
}

type Deps = {
  database: Database
  clock: Clock
  /** The API key that is acting. Its entries have it as their actor, whatever the caller passes. */
  currentApiKeyId?: () => string | null
}

/** The audit log. Entries are added in the transaction of the action and never change, except when a user is erased. */
export function auditModule({ database, clock, currentApiKeyId = () => null }: Deps) {
  return {
    async record(
      tx: Queryable,
      { actorId, action, subjectId, subjectKind = subjectKindOf(action), details = {} }: AuditRecord,
    ): Promise<void> {
      const apiKeyId = currentApiKeyId()
      const actor = apiKeyId ? { actorId: null, apiKeyId } : { actorId, apiKeyId }
      await tx
        .insert(auditEntries)
        .values({ id: newId(), happenedAt: clock.now(), ...actor, action, subjectKind, subjectId, details })
    },

    /** Erases a user's network and mail addresses. The entries stay, with the user's id only. */
    async erase(tx: Tx, userId: string): Promise<void> {
      await tx
        .update(auditEntries)
        .set({ details: sql`${auditEntries.details} - 'client' - 'email'` })
        .where(
          or(
            eq(auditEntries.actorId, userId),
            and(eq(auditEntries.subjectKind, 'user'), eq(auditEntries.subjectId, userId)),
          ),
        )
    },

    /** Newest first. */
    async list(filter: AuditFilter, input: KeysetInput) {
      const where = and(
        filter.actors
          ? or(
              inArray(auditEntries.actorId, [...filter.actors.userIds]),
              inArray(auditEntries.apiKeyId, [...filter.actors.apiKeyIds]),
            )
          : undefined,
        filter.from ? gte(auditEntries.happenedAt, filter.from) : undefined,
        filter.before ? lt(auditEntries.happenedAt, filter.before) : undefined,
        filter.subjectKind ? eq(auditEntries.subjectKind, filter.subjectKind) : undefined,
        filter.subjectId ? eq(auditEntries.subjectId, filter.subjectId) : undefined,
        filter.action
          ? or(eq(auditEntries.action, filter.action), like(auditEntries.action, `${escapeLike(filter.action)}.%`))
          : undefined,
      )
      const at = keyset({ key: auditEntries.happenedAt, type: 'instant', id: auditEntries.id, descending: true }, input)
      const found = await database.query
        .select({ ...getTableColumns(auditEntries), position: at.position })
        .from(auditEntries)
        .where(and(where, at.where))
        .orderBy(...at.orderBy)
        .limit(at.limit)
        .offset(at.offset)
      const { rows: entries, ...steps } = at.finish(found)
      return {
        entries,
        ...steps,
        ...(await at.count(found, () => countUpTo(database.query, maximumCounted, auditEntries, where))),
      }
    },

    /** All recorded actions. */
    async listActions(): Promise<string[]> {
      const rows = await database.query
        .selectDistinct({ action: auditEntries.action })
        .from(auditEntries)
        .orderBy(asc(auditEntries.action))
      return rows.map((row) => row.action)
    },
  }
}
