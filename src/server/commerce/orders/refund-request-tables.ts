import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { RefundRequestState } from '#contract/commerce/refund-requests.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const refundRequests = pgTable('refund_requests', {
  id: uuid().primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  studentId: uuid('student_id').notNull(),
  reason: text().notNull(),
  /** The lines that are asked back; null: the whole order. */
  lineIds: uuid('line_ids').array(),
  state: text().$type<RefundRequestState>().notNull(),
  sentence: text(),
  decidedBy: uuid('decided_by'),
  createdAt: timestamptz('created_at').notNull(),
  decidedAt: timestamptz('decided_at'),
})
export type RefundRequestRow = typeof refundRequests.$inferSelect

export const ownedRequests = owned(refundRequests, {
  owner: 'studentId',
  key: 'id',
  export: ['transactionId', 'reason', 'state', 'sentence', 'createdAt', 'decidedAt'],
  onErase: 'by hand',
})
