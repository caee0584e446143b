import { asc, eq } from 'drizzle-orm'
import type { Invoice } from '#contract/commerce/commerce.ts'
import type { TransactionDetail } from '#contract/commerce/sales.ts'
import { isErasedBuyer } from '#server/commerce/invoice/erased-buyer.ts'
import { listEntries } from '#server/commerce/ledger/earnings.ts'
import { ledgerLines, paymentEvents, refundTasks, type TransactionRow } from '#server/commerce/tables.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'

/** All details of a transaction beside its invoice. */
export async function showTransaction(deps: { database: Database; identity: Identity }, row: TransactionRow, invoice: Invoice): Promise<TransactionDetail> {
  const { query } = deps.database
  const events = await query
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.orderId, row.orderId))
    .orderBy(asc(paymentEvents.receivedAt), asc(paymentEvents.id))
  const refunds = await query.select().from(refundTasks).where(eq(refundTasks.transactionId, row.id)).orderBy(asc(refundTasks.createdAt))
  const ledger = await listEntries(deps, eq(ledgerLines.transactionId, row.id), 100)
  return {
    ...invoice,
    buyerId: isErasedBuyer(row) ? null : row.studentId,
    alert: row.alert,
    provider: {
      transactionId: row.providerTransactionId,
      status: row.providerStatus,
      fraud: row.fraudStatus,
      verifiedAt: row.verifiedAt?.toISOString() ?? null,
      nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
    },
    events: events.map((event) => ({
      _id: event.id,
      receivedAt: event.receivedAt.toISOString(),
      processedAt: event.processedAt?.toISOString() ?? null,
      verdict: event.verdict,
      body: event.body as Record<string, unknown>,
    })),
    refunds: refunds.map((task) => ({
      key: task.refundKey,
      amount: task.amountIdr,
      reason: task.reason,
      state: task.state,
      createdAt: task.createdAt.toISOString(),
    })),
    ledger,
  }
}
