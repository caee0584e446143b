import { and, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps } from './deps.ts'
import { pushMessages } from './push-tables.ts'
import { broadcasts, digestEntries, notifications } from './tables.ts'
import { whatsAppMessages } from './sending/whatsapp-tables.ts'

// Whoever takes a text away, or changes it, does so here, too. What was sent cannot be taken back. What a person is told of themselves (a result, a
// payment, a certificate) and of a course that they lost stays true, and stays.

type Deps = Pick<NotificationsDeps, 'mail'>

/** Takes notices of these subjects off the lists, and cancels what was not sent yet. */
export async function withdraw(tx: Tx, deps: Deps, ...ids: string[]): Promise<void> {
  await tx.delete(broadcasts).where(inArray(broadcasts.id, ids))
  await tx.delete(notifications).where(inArray(notifications.subjectId, ids))
  await endSending(tx, deps, ids)
}

/** Staff hid what it tells of: the same, but for the lists it can be shown again. */
export async function hide(tx: Tx, deps: Deps & Pick<NotificationsDeps, 'clock'>, subjectId: string): Promise<void> {
  const isShown = and(eq(notifications.subjectId, subjectId), isNull(notifications.hiddenAt))
  await tx.update(notifications).set({ hiddenAt: deps.clock.now() }).where(isShown)
  await endSending(tx, deps, [subjectId])
}

export async function showAgain(tx: Tx, _: unknown, subjectId: string): Promise<void> {
  await tx.update(notifications).set({ hiddenAt: null }).where(eq(notifications.subjectId, subjectId))
}

async function endSending(tx: Tx, { mail }: Deps, ids: string[]): Promise<void> {
  await tx.delete(digestEntries).where(inArray(digestEntries.subjectId, ids))
  await tx.delete(pushMessages).where(inArray(pushMessages.subjectId, ids))
  const isOfThem = inArray(whatsAppMessages.subjectId, ids)
  await tx.delete(whatsAppMessages).where(and(isOfThem, eq(whatsAppMessages.state, 'waiting')))
  await tx
    .update(whatsAppMessages)
    .set({ fallback: null })
    .where(and(isOfThem, ne(whatsAppMessages.state, 'waiting')))
  await mail.withdraw(tx, ids)
}

/** Patches notices of these subjects, in the lists and in the next digest. */
export async function change(
  tx: Tx,
  _: unknown,
  { subjectIds, changed }: { subjectIds: readonly string[]; changed: object },
): Promise<void> {
  const ids = [...subjectIds]
  const patched = (data: PgColumn): SQL => sql`${data} || ${JSON.stringify(changed)}::jsonb`
  await tx
    .update(broadcasts)
    .set({ data: patched(broadcasts.data) })
    .where(inArray(broadcasts.id, ids))
  await tx
    .update(notifications)
    .set({ data: patched(notifications.data) })
    .where(inArray(notifications.subjectId, ids))
  await tx
    .update(digestEntries)
    .set({ data: patched(digestEntries.data) })
    .where(inArray(digestEntries.subjectId, ids))
  await tx
    .update(whatsAppMessages)
    .set({ fallback: patched(whatsAppMessages.fallback) })
    .where(inArray(whatsAppMessages.subjectId, ids))
}
