import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { grants } from './tables.ts'

export type EbookGrant = {
  userId: string
  ebookId: string
  /** The caller's reference for this grant; only the same reference can revoke it. */
  sourceRef: string
}

/** Grants an e-book. False, without a change, when the user already owns it, so that a repeated grant is idempotent. */
export async function grantEbook(
  tx: Tx,
  { clock }: { clock: Clock },
  { userId, ebookId, sourceRef }: EbookGrant,
): Promise<boolean> {
  const grantedAt = clock.now()
  const granted = await tx
    .insert(grants)
    .values({ userId, ebookId, sourceRef, grantedAt })
    .onConflictDoUpdate({
      target: [grants.userId, grants.ebookId],
      set: {
        sourceRef,
        // The same purchase is granted again when its payment is settled again.
        grantedAt: sql`case when ${grants.sourceRef} = excluded.source_ref then ${grants.grantedAt} else excluded.granted_at end`,
        revokedAt: sql`null`,
      },
      // A revoked grant may be renewed; an active one stays unchanged.
      setWhere: isNotNull(grants.revokedAt),
    })
    .returning({ ebookId: grants.ebookId })
  return granted.length > 0
}

/** Revokes exactly the grant of this source, found by its purchase, or by its user where it is none. False when there is none, or it was already revoked. */
export async function revokeEbook(
  tx: Tx,
  { clock }: { clock: Clock },
  { sourceRef, userId }: { sourceRef: string; userId?: string },
): Promise<boolean> {
  // The words of the partial index on sources.
  const ofIndex = sourceRef.startsWith('transaction:') ? sql`${grants.sourceRef} like 'transaction:%'` : undefined
  const ofUser = userId === undefined ? ofIndex : eq(grants.userId, userId)
  const revoked = await tx
    .update(grants)
    .set({ revokedAt: clock.now() })
    .where(and(eq(grants.sourceRef, sourceRef), ofUser, isNull(grants.revokedAt)))
    .returning({ ebookId: grants.ebookId })
  return revoked.length > 0
}

export async function isEbookOwned(queryable: Queryable, userId: string, ebookId: string): Promise<boolean> {
  const [row] = await queryable
    .select({ ebookId: grants.ebookId })
    .from(grants)
    .where(and(eq(grants.userId, userId), eq(grants.ebookId, ebookId), isNull(grants.revokedAt)))
  return row !== undefined
}

/** Which of these e-books the user owns, in one query. */
export async function listOwnedAmong(
  queryable: Queryable,
  userId: string,
  ebookIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queryable
    .select({ ebookId: grants.ebookId })
    .from(grants)
    .where(and(eq(grants.userId, userId), inArray(grants.ebookId, [...ebookIds]), isNull(grants.revokedAt)))
  return new Set(rows.map(({ ebookId }) => ebookId))
}

/** The e-books that a user owns, by id. */
export async function listOwned(queryable: Queryable, userId: string): Promise<{ ebookId: string; grantedAt: Date }[]> {
  return queryable
    .select({ ebookId: grants.ebookId, grantedAt: grants.grantedAt })
    .from(grants)
    .where(and(eq(grants.userId, userId), isNull(grants.revokedAt)))
}
