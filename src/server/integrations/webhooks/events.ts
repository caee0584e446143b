import { newId } from '#server/platform/new-id.ts'
import { and, isNull, sql } from 'drizzle-orm'
import type { TransactionKind } from '#contract/commerce/transactions.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'

/** Of a bundle its id; of a cart its student's. */
type SoldItem = { kind: TransactionKind; id: string; title: string }

/**
 * The events and their data, documented in docs/integrations.md. They contain ids instead of names and addresses, so that a receiver
 * stores personal data only where it asks for it with an API key.
 */
type WebhookEvent =
  | {
      type: 'purchase.paid'
      data: { transactionId: string; invoiceId: string; studentId: string; item: SoldItem; amountIdr: number }
    }
  | {
      type: 'purchase.refunded'
      /** `amountIdr` went back now, `refundedIdr` in all. */
      data: {
        transactionId: string
        studentId: string
        item: SoldItem
        amountIdr: number
        refundedIdr: number
        isFull: boolean
        reason: 'refund' | 'chargeback' | 'reversal'
      }
    }
  | { type: 'enrollment.granted'; data: { studentId: string; courseId: string; source: 'purchase' | 'free' | 'staff' } }
  | { type: 'cohort.joined'; data: { studentId: string; courseId: string; cohortId: string } }
  | { type: 'team.joined'; data: { studentId: string; teamId: string } }
  | { type: 'course.finished'; data: { studentId: string; courseId: string } }
  | { type: 'certificate.issued'; data: { certificateId: string; studentId: string; courseId: string } }

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
