import { and, eq, sql } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { PricedLine } from '#server/commerce/items/price-lines.ts'
import { waitingUrl } from '#server/commerce/payments/payment-instructions.ts'
import type { PaymentSession } from '#server/commerce/payments/payment-provider.ts'
import { settle, settleOrThrow } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { cancelOpen } from './open-transaction.ts'
import { orderLifeMinutes } from '#server/commerce/limits.ts'
import { newOrderId } from '#server/commerce/orders/order-id.ts'

/** The payment session of a transaction; null before it was opened. */
export const sessionOf = ({ token, paymentUrl }: TransactionRow): PaymentSession | null =>
  token && paymentUrl ? { token, redirectUrl: paymentUrl } : null

export async function openSession(
  deps: CommerceDeps,
  { row, lines }: { row: TransactionRow; lines: readonly PricedLine[] },
): Promise<void> {
  const discountIdr = row.listPriceIdr - row.amountIdr
  const session = await deps.payments.of(row.method).openSession({
    orderId: row.orderId,
    amountIdr: row.amountIdr,
    lines: [
      ...lines.map(({ item }) => ({ id: item.id, name: item.title, priceIdr: item.priceIdr })),
      ...(discountIdr > 0 ? [{ id: 'DISKON', name: 'Diskon', priceIdr: -discountIdr }] : []),
    ],
    buyer: { name: row.buyerName, email: row.buyerEmail },
    lifeMinutes: orderLifeMinutes,
    finishUrl: waitingUrl(deps, row),
  })
  if (session === 'order-already-used') await recoverUsedOrder(deps, row)
  else await storeSession(deps, row, session)
  // How to pay by hand is known from the start.
  if (row.method !== 'card') await settle(deps, row.orderId)
}

/** Stores the session unless the row's version shows that the claim was lost; then the session is discarded and the next round opens another. */
async function storeSession(deps: CommerceDeps, row: TransactionRow, session: PaymentSession): Promise<void> {
  await deps.database.query
    .update(transactions)
    .set({
      state: 'pending',
      token: session.token,
      paymentUrl: session.redirectUrl,
      sessionClaimedUntil: null,
      updatedAt: deps.clock.now(),
      version: sql`${transactions.version} + 1`,
    })
    .where(and(eq(transactions.id, row.id), eq(transactions.version, row.version), eq(transactions.state, 'created')))
}

/** The provider already used this order id: applies its status, or continues with a new order id when nothing was charged. */
async function recoverUsedOrder(deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const outcome = await settle(deps, row.orderId)
  if (outcome !== 'unchanged') return
  // The order exists at the provider but its session is lost, so it cannot be paid.
  if (row.state === 'pending') return deps.database.transaction((tx) => cancelOpen(tx, deps, row))
  await deps.database.query
    .update(transactions)
    .set({ orderId: newOrderId(), sessionClaimedUntil: null, version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), eq(transactions.orderId, row.orderId), eq(transactions.state, 'created')))
}

/** Ends a session whose price changed or that expired. A payment in progress keeps its session. */
export async function endSession(
  deps: CommerceDeps,
  row: TransactionRow,
  session: PaymentSession,
): Promise<'ended' | 'payer-is-paying'> {
  if ((await settleOrThrow(deps, row.orderId)) !== 'unchanged') return 'ended'
  if ((await deps.payments.of(row.method).cancelSession(session.token)) === 'in-progress') return 'payer-is-paying'
  await deps.database.transaction((tx) => cancelOpen(tx, deps, row))
  return 'ended'
}
