import { and, asc, eq, sql } from 'drizzle-orm'
import type { TransactionDetail } from '#contract/commerce/orders-staff.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isErasedBuyer } from '#server/commerce/orders/erased-buyer.ts'
import { listEntries } from '#server/commerce/payouts/ledger-entries.ts'
import { findFreeSeats } from '#server/commerce/teams/paid-seats.ts'
import { settle } from '#server/commerce/settlement/settle-payment.ts'
import { ledgerLines, paymentEvents, refundTasks, transactions } from '#server/commerce/tables.ts'
import { presentInvoice } from './present.ts'
import { readDetails } from './read-details.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'

/** All details of a transaction beside its invoice. */
export async function showTransaction(deps: CommerceDeps, id: string): Promise<TransactionDetail | null> {
  const { query } = deps.database
  const [row] = await query.select().from(transactions).where(eq(transactions.id, id))
  const [shown] = row ? await readDetails(deps, [row]) : []
  if (!row || !shown) return null
  const events = await query
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.orderId, row.orderId))
    .orderBy(asc(paymentEvents.receivedAt), asc(paymentEvents.id))
  const refunds = await query
    .select()
    .from(refundTasks)
    .where(eq(refundTasks.transactionId, row.id))
    .orderBy(asc(refundTasks.createdAt))
  const ledger = await listEntries(deps, eq(ledgerLines.transactionId, row.id), 100)
  return {
    ...presentInvoice(shown, await deps.settings.readSite()),
    buyerId: isErasedBuyer(row) ? null : row.studentId,
    unusedSeats:
      row.kind === 'team'
        ? ((await deps.database.transaction((tx) => findFreeSeats(tx, deps, row)))?.free ?? null)
        : null,
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
    earners: await readEarners(deps, row.id),
  }
}

/** Sums up each teacher's shares by line, after refunds. */
async function readEarners(
  { database, identity }: CommerceDeps,
  transactionId: string,
): Promise<TransactionDetail['earners']> {
  const held = await database.query
    .select({
      lineId: sql<string>`coalesce(${ledgerLines.lineId}, ${ledgerLines.transactionId})`,
      instructorId: ledgerLines.instructorId,
      heldIdr: sql<number>`(-sum(${ledgerLines.amountIdr}))::int`,
    })
    .from(ledgerLines)
    .where(and(eq(ledgerLines.transactionId, transactionId), eq(ledgerLines.account, 'instructor')))
    .groupBy(sql`1`, ledgerLines.instructorId)
  const people = await identity.findUserProfiles(held.flatMap(({ instructorId }) => instructorId ?? []))
  return held.map(({ lineId, instructorId, heldIdr }) => ({
    lineId,
    name: people.get(instructorId ?? '')?.name ?? 'Akun yang sudah dihapus',
    heldIdr,
  }))
}

/** Reads the status from the provider. */
export async function refreshTransaction(
  deps: CommerceDeps,
  id: string,
): Promise<{ outcome: 'refreshed' } | Refusal<'not-found' | 'provider-unavailable'>> {
  const [row] = await deps.database.query
    .select({ orderId: transactions.orderId })
    .from(transactions)
    .where(eq(transactions.id, id))
  if (!row) return refused('not-found')
  return (await settle(deps, row.orderId)) === 'provider-unavailable'
    ? refused('provider-unavailable')
    : { outcome: 'refreshed' }
}
