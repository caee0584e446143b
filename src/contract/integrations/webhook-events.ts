import * as z from 'zod/mini'
import { transactionKinds } from '#contract/commerce/transactions.ts'
import type { WebhookEventType } from './webhooks.ts'

/** The id of a bundle or path is its own, that of a cart its student's. */
const soldItem = z.object({ kind: z.enum(transactionKinds), id: z.string(), title: z.string() })
const ofStudent = { studentId: z.string(), courseId: z.string() }

/**
 * The data of each event, as a receiver reads it. They contain ids instead of names and addresses, so that a receiver stores personal data only
 * where it asks for it with an API key.
 */
export const webhookData = {
  'purchase.paid': z.object({
    transactionId: z.string(),
    invoiceId: z.string(),
    studentId: z.string(),
    item: soldItem,
    amountIdr: z.number(),
  }),
  /** `amountIdr` went back now, `refundedIdr` in all. */
  'purchase.refunded': z.object({
    transactionId: z.string(),
    studentId: z.string(),
    item: soldItem,
    amountIdr: z.number(),
    refundedIdr: z.number(),
    isFull: z.boolean(),
    reason: z.enum(['refund', 'chargeback', 'reversal']),
  }),
  'enrollment.granted': z.object({ ...ofStudent, source: z.enum(['purchase', 'free', 'staff']) }),
  'cohort.joined': z.object({ ...ofStudent, cohortId: z.string() }),
  'team.joined': z.object({ studentId: z.string(), teamId: z.string() }),
  'course.finished': z.object(ofStudent),
  'certificate.issued': z.object({ certificateId: z.string(), ...ofStudent }),
} satisfies Record<WebhookEventType, z.ZodMiniType>

type Data = typeof webhookData
export type WebhookEvent = { [Type in WebhookEventType]: { type: Type; data: z.infer<Data[Type]> } }[WebhookEventType]

/** The body of a delivery of this event. */
export const webhookBody = (type: WebhookEventType) =>
  z.object({ type: z.literal(type), timestamp: z.string(), data: webhookData[type] })
