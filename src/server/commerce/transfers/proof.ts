import { and, eq, lt } from 'drizzle-orm'
import type { Download } from '#contract/kit/endpoint.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactions } from '#server/commerce/tables.ts'
import { deleteSome } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { lockTransfer } from '#server/commerce/payments/lock-transfer.ts'
import { mailProof } from './messages.ts'
import { proofDownload, receiveProof } from '#server/commerce/payments/proof-picture.ts'
import { transferProofs, transfers, type TransferRow } from '#server/commerce/payments/transfer-tables.ts'

type Sent = { outcome: 'sent' } | Refusal<'not-found' | 'not-waiting'> | InvalidInput

const takesProof = ({ state, expiresAt }: TransferRow, now: Date): boolean =>
  state === 'checking' || ((state === 'open' || state === 'refused') && now <= expiresAt)

/** Stores the buyer's picture in place of the last one, and lets the order wait for an admin. */
export async function sendProof(
  deps: CommerceDeps,
  student: Pick<Viewer, 'id'>,
  { id, proof }: { id: string; proof: Blob },
): Promise<Sent> {
  const { database, clock } = deps
  const [own] = await database.query
    .select({ method: transactions.method, transfer: transfers })
    .from(transactions)
    .leftJoin(transfers, eq(transfers.orderId, transactions.orderId))
    .where(and(eq(transactions.id, id), eq(transactions.studentId, student.id)))
  if (!own) return refused('not-found')
  if (!own.transfer || !takesProof(own.transfer, clock.now())) return refused('not-waiting')
  const received = await receiveProof(deps, student.id, proof)
  if (received.outcome !== 'received') return received
  const { bytes } = received
  return database.transaction(async (tx) => {
    const now = clock.now()
    const found = await lockTransfer(tx, id)
    if (!found || !takesProof(found.transfer, now)) return refused('not-waiting')
    const { orderId, state } = found.transfer
    await tx
      .insert(transferProofs)
      .values({ orderId, bytes, createdAt: now })
      .onConflictDoUpdate({ target: transferProofs.orderId, set: { bytes, createdAt: now } })
    await tx.update(transfers).set({ state: 'checking', proofAt: now }).where(eq(transfers.orderId, orderId))
    // Admins already know of one that waits.
    if (state !== 'checking') await mailProof(tx, deps, found.row)
    return { outcome: 'sent' }
  })
}

/** The picture for its buyer and admins; null for everyone else. */
export async function readProof({ database }: CommerceDeps, viewer: Viewer, id: string): Promise<Download | null> {
  const isAdmin = viewer.role === 'admin' && !viewer.mustSetUpTwoSteps
  const [found] = await database.query
    .select({ bytes: transferProofs.bytes })
    .from(transferProofs)
    .innerJoin(transactions, eq(transactions.orderId, transferProofs.orderId))
    .where(and(eq(transactions.id, id), isAdmin ? undefined : eq(transactions.studentId, viewer.id)))
  return found ? proofDownload(found.bytes) : null
}

/** Deletes at most `limit` pictures from before this time, and returns how many. */
export const deleteOldProofs = ({ database }: CommerceDeps, before: Date, limit: number): Promise<number> =>
  deleteSome(
    database.query,
    transferProofs,
    { id: transferProofs.orderId, where: lt(transferProofs.createdAt, before), first: [transferProofs.createdAt] },
    limit,
  )
