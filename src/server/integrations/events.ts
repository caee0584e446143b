import { newId } from '#server/platform/new-id.ts'
import { and, isNull, sql } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/integrations/webhook-events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'

/** Queues an event in the caller's transaction: it is delivered if and only if that commits. */
export type EmitEvent = (tx: Tx, event: WebhookEvent) => Promise<void>

/** A student can undo and repeat finishing a course; repeated events would let them flood receivers. */
const onceKeyOf = ({ type, data }: WebhookEvent): string | null =>
  type === 'course.finished' ? `${type} ${data.studentId} ${data.courseId}` : null

/** The body of a request: `{ type, timestamp, data }`. */
export const bodyOf = (type: string, happenedAt: Date, data: object): string =>
  JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })

/** Without an endpoint for the event, one query on a small table and no row. */
export const createEmit =
  (clock: Clock): EmitEvent =>
  async (tx, event) => {
    const endpoints = await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(and(isNull(webhookEndpoints.disabledAt), sql`${event.type} = any(${webhookEndpoints.events})`))
      // The endpoint cannot be deleted before the commit, which would fail the caller's transaction.
      .for('key share')
    if (endpoints.length === 0) return
    const now = clock.now()
    const eventId = newId()
    const body = bodyOf(event.type, now, event.data)
    const shared = {
      eventId,
      eventType: event.type,
      body,
      onceKey: onceKeyOf(event),
      state: 'waiting' as const,
      nextAttemptAt: now,
      createdAt: now,
    }
    await tx
      .insert(webhookDeliveries)
      .values(endpoints.map(({ id: endpointId }) => ({ id: newId(), endpointId, ...shared })))
      .onConflictDoNothing()
  }
