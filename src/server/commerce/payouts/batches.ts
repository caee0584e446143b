import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { exportCsv } from '#server/platform/csv/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { payouts, type PayoutRow } from './tables.ts'

type Batched =
  | { outcome: 'batched'; batch: { batchId: string; count: number; amountIdr: number } }
  | Refusal<'nothing-requested'>

/** Puts everything that was requested and has an account into one batch. Of two admins at once one gets each payout. */
export async function createBatch({ database, audit }: CommerceDeps, adminId: string): Promise<Batched> {
  return database.transaction(async (tx) => {
    const batchId = newId()
    const rows = await tx
      .update(payouts)
      .set({ state: 'batched', batchId })
      .where(and(eq(payouts.state, 'requested'), ne(payouts.number, '')))
      .returning()
    if (rows.length === 0) return refused('nothing-requested')
    const amountIdr = rows.reduce((sum, row) => sum + row.amountIdr, 0)
    await audit.record(tx, {
      actorId: adminId,
      action: 'payouts.batched',
      subjectId: batchId,
      details: { count: rows.length, amountIdr },
    })
    return { outcome: 'batched', batch: { batchId, count: rows.length, amountIdr } }
  })
}

const header = ['Bank', 'Nomor rekening', 'Nama pemilik', 'Jumlah', 'Referensi', 'Diminta (WIB)']

/** The batch file: only what is still to be sent, so that a second download pays nobody twice. Null for an unknown batch. */
export async function downloadBatch(deps: CommerceDeps, batchId: string): Promise<Download | null> {
  const [any] = await deps.database.query
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.batchId, batchId))
    .limit(1)
  if (!any) return null
  const readPage = (after: PayoutRow | null, limit: number) =>
    deps.database.query
      .select()
      .from(payouts)
      .where(
        and(eq(payouts.batchId, batchId), eq(payouts.state, 'batched'), after ? gt(payouts.id, after.id) : undefined),
      )
      .orderBy(asc(payouts.id))
      .limit(limit)
  const toCells = ({ bank, number, holder, amountIdr, id, createdAt }: PayoutRow) => [
    bank,
    number,
    holder,
    amountIdr,
    id,
    jakartaMinute(createdAt.toISOString()),
  ]
  return exportCsv(deps, { name: `pencairan-${batchId}`, what: 'payouts', header, toCells, readPage })
}
