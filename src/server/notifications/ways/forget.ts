import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { notificationSettings, pushSubscriptions, whatsAppMessages, whatsAppNumbers } from './tables.ts'

/** A number is forgotten, and what waits for its person is not sent. */
export async function forgetNumber(tx: Tx, which: SQL): Promise<void> {
  const forgotten = await tx.delete(whatsAppNumbers).where(which).returning({ userId: whatsAppNumbers.userId })
  const userIds = forgotten.map(({ userId }) => userId)
  const isWaiting = and(inArray(whatsAppMessages.userId, userIds), eq(whatsAppMessages.state, 'waiting'))
  await tx.delete(whatsAppMessages).where(isWaiting)
}

/** All that was chosen, also the number and the browsers. The time zone and what was read stay. */
export async function forgetWays(tx: Tx, userId: string): Promise<void> {
  await forgetNumber(tx, eq(whatsAppNumbers.userId, userId))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  await tx.update(notificationSettings).set({ channels: {} }).where(eq(notificationSettings.userId, userId))
}

/** Keeps the subscriptions of sessions that have expired: their people did not end them. */
export const keepPushOf = async (tx: Tx, sessionIds: readonly string[]): Promise<void> =>
  void (await tx
    .update(pushSubscriptions)
    .set({ sessionId: null })
    .where(inArray(pushSubscriptions.sessionId, [...sessionIds])))
