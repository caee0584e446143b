import { and, eq, inArray, lt, or } from 'drizzle-orm'
import type { Download } from '#contract/kit/endpoint.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactions } from '#server/commerce/tables.ts'
import { proofDownload } from '#server/commerce/payments/proof-picture.ts'
import { deleteSome, type Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { payoutProofs, payouts } from './tables.ts'

/** Which of these payouts have a picture. */
export async function readProven(queryable: Queryable, payoutIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (payoutIds.length === 0) return new Set()
  const rows = await queryable
    .select({ id: payoutProofs.payoutId })
    .from(payoutProofs)
    .where(inArray(payoutProofs.payoutId, [...payoutIds]))
  return new Set(rows.map(({ id }) => id))
}

/** The picture for whom the money was sent to, and for admins; null for everyone else. */
export async function readPayoutProof(
  { database }: CommerceDeps,
  viewer: Viewer,
  id: string,
): Promise<Download | null> {
  const isAdmin = viewer.role === 'admin' && !viewer.mustSetUpTwoSteps
  const isTheirs = or(eq(payouts.instructorId, viewer.id), eq(transactions.studentId, viewer.id))
  const [found] = await database.query
    .select({ bytes: payoutProofs.bytes })
    .from(payoutProofs)
    .innerJoin(payouts, eq(payouts.id, payoutProofs.payoutId))
    .leftJoin(transactions, eq(transactions.id, payouts.transactionId))
    .where(and(eq(payoutProofs.payoutId, id), isAdmin ? undefined : isTheirs))
  return found ? proofDownload(found.bytes) : null
}

/** Deletes at most `limit` pictures from before this time, and returns how many. */
export const deleteOldPayoutProofs = ({ database }: CommerceDeps, before: Date, limit: number): Promise<number> =>
  deleteSome(
    database.query,
    payoutProofs,
    { id: payoutProofs.payoutId, where: lt(payoutProofs.createdAt, before), first: [payoutProofs.createdAt] },
    limit,
  )
