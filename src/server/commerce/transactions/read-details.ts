import { asc, inArray } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import { invoiceLines } from '#server/commerce/settlement/issue-invoice.ts'
import { describeItems } from '#server/commerce/items/describe-items.ts'
import { readProven } from '#server/commerce/payouts/proof.ts'
import { payouts } from '#server/commerce/payouts/tables.ts'
import { refundRequests } from '#server/commerce/orders/refund-request-tables.ts'
import { invoices, teamOrders, transactionLines, type TransactionRow } from '#server/commerce/tables.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'
import type { ShownTransaction } from './present.ts'

const by = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Map<Row[Key], Row> =>
  new Map(rows.map((row) => [row[key], row]))

/** Loads all that presenting transactions needs. A purchased item is never deleted. */
export async function readDetails(deps: CommerceDeps, rows: readonly TransactionRow[]): Promise<ShownTransaction[]> {
  if (rows.length === 0) return []
  const { query } = deps.database
  const ids = rows.map(({ id }) => id)
  const sold = await query
    .select()
    .from(transactionLines)
    .where(inArray(transactionLines.transactionId, ids))
    .orderBy(asc(transactionLines.position))
  const lines = Map.groupBy(sold, ({ transactionId }) => transactionId)
  const summaries = await describeItems(deps, sold, { withDetails: true })
  const issued = by(await query.select().from(invoices).where(inArray(invoices.transactionId, ids)), 'transactionId')
  const giftIds = rows.filter(({ giftEmail }) => giftEmail !== null).map(({ id }) => id)
  const given = by(
    giftIds.length > 0 ? await query.select().from(gifts).where(inArray(gifts.transactionId, giftIds)) : [],
    'transactionId',
  )
  const teamIds = rows.filter(({ kind }) => kind === 'team').map(({ id }) => id)
  const teams = by(
    teamIds.length > 0 ? await query.select().from(teamOrders).where(inArray(teamOrders.transactionId, teamIds)) : [],
    'transactionId',
  )
  const byHand = rows.filter(({ method }) => method !== 'card').map(({ orderId }) => orderId)
  const transferred = by(
    byHand.length > 0 ? await query.select().from(transfers).where(inArray(transfers.orderId, byHand)) : [],
    'orderId',
  )
  const sentBack = Map.groupBy(
    byHand.length > 0
      ? await query
          .select()
          .from(payouts)
          .where(inArray(payouts.transactionId, ids))
          .orderBy(asc(payouts.createdAt), asc(payouts.id))
      : [],
    ({ transactionId }) => transactionId,
  )
  const proven = await readProven(
    query,
    [...sentBack.values()].flat().map(({ id }) => id),
  )
  // The last one of several requests.
  const requested = by(
    await query
      .select()
      .from(refundRequests)
      .where(inArray(refundRequests.transactionId, ids))
      .orderBy(asc(refundRequests.createdAt)),
    'transactionId',
  )
  const { moneyRules, proofHours } = await deps.settings.readSite()
  return rows.map((row) => {
    const own = lines.get(row.id) ?? []
    return {
      row,
      lines: own,
      summaries,
      draft: invoiceLines(deps, own, { isGift: row.giftEmail !== null, seats: teams.get(row.id)?.seats ?? null }),
      team: teams.get(row.id) ?? null,
      gift: given.get(row.id) ?? null,
      transfer: transferred.get(row.orderId) ?? null,
      refundPayouts: (sentBack.get(row.id) ?? []).map((payout) => ({ ...payout, hasProof: proven.has(payout.id) })),
      refundRequest: requested.get(row.id) ?? null,
      refundDays: moneyRules.refundDays,
      proofHours,
      invoice: issued.get(row.id) ?? null,
      now: deps.clock.now(),
    }
  })
}
