import { eq } from 'drizzle-orm'
import type { StaffTransfer } from '#contract/commerce/transfers.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { settle } from '#server/commerce/settlement/settle-payment.ts'
import { isUnpaid } from '#server/commerce/orders/states.ts'
import { isUniqueViolation, type Tx } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { lockTransfer } from '#server/commerce/payments/lock-transfer.ts'
import { showTransfer } from './find-transfers.ts'
import { mailRefusal } from './messages.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'
import { anotherProofMs } from '#server/commerce/limits.ts'

type Decided = { outcome: 'decided'; transfer: StaffTransfer } | Refusal<'not-found' | 'already-decided'>
type Approval = { id: string; adminId: string; statementLine: string | null }

/**
 * Confirms that the money arrived, once. The decision is stored first and then settled as every status of a provider, so a crash in
 * between loses nothing. An order that expired or was cancelled is granted too: its money is there.
 */
export async function approveTransfer(
  deps: CommerceDeps,
  { id, adminId, statementLine }: Approval,
): Promise<Decided | Refusal<'line-used'>> {
  const approve = async (tx: Tx) => {
    const found = await lockTransfer(tx, id)
    if (!found) return refused('not-found')
    const { transfer, row } = found
    if (transfer.state === 'approved') return refused('already-decided')
    const now = deps.clock.now()
    await tx
      .update(transfers)
      .set({ state: 'approved', sentence: null, statementLine, decidedBy: adminId, decidedAt: now })
      .where(eq(transfers.orderId, transfer.orderId))
    // Should this process end before it settles, the next round of due work does.
    await tx.update(transactions).set({ nextCheckAt: now }).where(eq(transactions.id, row.id))
    await record(tx, deps, {
      adminId,
      row,
      action: 'transfer.approved',
      details: { amountIdr: row.amountIdr, before: transfer.state },
    })
    return { outcome: 'approved' as const, orderId: transfer.orderId }
  }
  const approved = await deps.database.transaction(approve).catch((error: unknown) => {
    if (isUniqueViolation(error, 'transfers_statement_line')) return refused('line-used')
    throw error
  })
  if (approved.outcome !== 'approved') return approved
  await settle(deps, approved.orderId)
  return showDecided(deps, id)
}

/** Refuses what was sent, with a sentence. The order stays open for at least a day, so that the buyer can send another proof. */
export async function refuseTransfer(
  deps: CommerceDeps,
  { id, adminId, sentence }: { id: string; adminId: string; sentence: string },
): Promise<Decided> {
  const decided = await deps.database.transaction(async (tx) => {
    const found = await lockTransfer(tx, id)
    if (!found) return refused('not-found')
    const { transfer, row } = found
    if (transfer.state !== 'checking' && transfer.state !== 'open') return refused('already-decided')
    const now = deps.clock.now()
    const until = new Date(Math.max(transfer.expiresAt.getTime(), now.getTime() + anotherProofMs))
    await tx
      .update(transfers)
      .set({ state: 'refused', sentence, expiresAt: until, decidedBy: adminId, decidedAt: now })
      .where(eq(transfers.orderId, row.orderId))
    if (isUnpaid(row.state)) await tx.update(transactions).set({ expiresAt: until }).where(eq(transactions.id, row.id))
    await record(tx, deps, { adminId, row, action: 'transfer.refused', details: { sentence } })
    await mailRefusal(tx, deps, { row, sentence, until })
    await deps.notify(tx, {
      kind: 'transfer',
      userId: row.studentId,
      data: { transactionId: row.id, title: row.itemTitle, sentence },
    })
    return { outcome: 'refused' as const }
  })
  return decided.outcome === 'refused' ? showDecided(deps, id) : decided
}

async function showDecided({ database }: CommerceDeps, id: string): Promise<Decided> {
  const transfer = await showTransfer(database.query, id)
  return transfer ? { outcome: 'decided', transfer } : refused('not-found')
}

type Recorded = {
  adminId: string
  row: TransactionRow
  action: 'transfer.approved' | 'transfer.refused'
  details: Record<string, unknown>
}

const record = (tx: Tx, { audit }: CommerceDeps, { adminId, row, action, details }: Recorded) =>
  audit.record(tx, { actorId: adminId, action, subjectId: row.id, details })
