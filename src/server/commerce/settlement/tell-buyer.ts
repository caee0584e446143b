import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ReportedInstructions } from '#server/commerce/payments/payment-provider.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

export const tellBuyer = (
  tx: Tx,
  { notify }: CommerceDeps,
  { row, ...what }: { row: TransactionRow; state: 'paid' | 'refunded' | 'reversed'; amountIdr: number },
): Promise<void> =>
  notify(tx, { kind: 'payment', userId: row.studentId, data: { transactionId: row.id, title: row.itemTitle, ...what } })

/** A refund that an admin sends by hand is not there yet. */
export const tellOfRefund = (
  tx: Tx,
  deps: CommerceDeps,
  { row, title, amountIdr }: { row: TransactionRow; title: string; amountIdr: number },
): Promise<void> =>
  row.method === 'card'
    ? tellBuyer(tx, deps, { row: { ...row, itemTitle: title }, state: 'refunded', amountIdr })
    : deps.notify(tx, {
        kind: 'refund-transfer',
        userId: row.studentId,
        data: { transactionId: row.id, title, amountIdr, state: 'waiting', reference: null },
      })

/** How to pay is in a mail of its own. */
export const tellOfWaiting = (
  tx: Tx,
  { notify }: CommerceDeps,
  { row, instructions }: { row: TransactionRow; instructions: ReportedInstructions },
): Promise<void> => {
  const { id, studentId, itemTitle: title, amountIdr, expiresAt } = row
  return notify(tx, {
    kind: 'payment-waiting',
    userId: studentId,
    data: { transactionId: id, title, amountIdr, until: instructions.payBefore ?? expiresAt?.toISOString() ?? null },
  })
}
