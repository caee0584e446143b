import { and, eq } from 'drizzle-orm'
import { formatRupiah } from '#contract/kit/money.ts'
import type { Payout } from '#contract/commerce/payouts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { lockUntilCommit } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import { daysBefore, sumBalance } from './balance.ts'
import { bookPayout } from './book-payout.ts'
import { presentPayout } from './present.ts'
import { readProven } from './proof.ts'
import { bankAccounts, payouts } from './tables.ts'

type Requested =
  | { outcome: 'requested'; payout: Payout }
  | Refusal<'bank-account-unverified' | 'already-requested'>
  | FieldRefusal<'balance-too-low'>

/** Takes the amount from the balance and stores the payout with it: concurrent requests never take more than there is. */
export async function requestPayout(
  deps: CommerceDeps,
  instructorId: string,
  { amountIdr, key }: { amountIdr: number; key?: string | undefined },
): Promise<Requested> {
  return deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, `payout:${instructorId}`)
    const isSent = key === undefined ? undefined : and(eq(payouts.instructorId, instructorId), eq(payouts.sentKey, key))
    const [sent] = isSent ? await tx.select().from(payouts).where(isSent) : []
    // Its response was lost.
    if (sent)
      return sent.amountIdr === amountIdr
        ? { outcome: 'requested', payout: presentPayout(sent, (await readProven(tx, [sent.id])).has(sent.id)) }
        : refused('already-requested')
    const [account] = await tx.select().from(bankAccounts).where(eq(bankAccounts.userId, instructorId)).for('share')
    if (!account?.verifiedAt) return refused('bank-account-unverified')
    const now = deps.clock.now()
    const { minimumPayoutIdr, payoutHoldDays } = (await deps.settings.readSite(tx)).moneyRules
    if (amountIdr < minimumPayoutIdr)
      return refusedFields('balance-too-low', { amountIdr: `Minimal ${formatRupiah(minimumPayoutIdr)}` })
    const { availableIdr } = await sumBalance(tx, { instructorId, heldSince: daysBefore(deps, payoutHoldDays) })
    if (amountIdr > availableIdr)
      return refusedFields('balance-too-low', {
        amountIdr: `Saldo yang tersedia ${formatRupiah(Math.max(0, availableIdr))}`,
      })
    const { bank, number, holder } = account
    const [row] = await tx
      .insert(payouts)
      .values({
        id: newId(),
        instructorId,
        amountIdr,
        state: 'requested',
        bank,
        number,
        holder,
        createdAt: now,
        sentKey: key ?? null,
      })
      .returning()
    if (!row) throw new Error('The insert returned no row')
    await bookPayout(tx, { ...row, instructorId }, { event: 'requested', now })
    return { outcome: 'requested', payout: presentPayout(row, false) }
  })
}

type Withdrawn = { outcome: 'withdrawn'; payout: Payout } | Refusal<'not-found' | 'already-processed'>

/** Ends a payout that is in no batch file yet; its amount returns to the balance. */
export async function withdrawPayout(deps: CommerceDeps, instructorId: string, id: string): Promise<Withdrawn> {
  return deps.database.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, id), eq(payouts.instructorId, instructorId)))
      .for('update')
    if (!before) return refused('not-found')
    if (before.state === 'withdrawn') return { outcome: 'withdrawn', payout: presentPayout(before, false) }
    if (before.state !== 'requested') return refused('already-processed')
    const now = deps.clock.now()
    const change = { state: 'withdrawn' as const, decidedBy: instructorId, decidedAt: now }
    await tx.update(payouts).set(change).where(eq(payouts.id, id))
    await bookPayout(tx, { ...before, instructorId }, { event: 'returned', now })
    await deps.audit.record(tx, {
      actorId: instructorId,
      action: 'payout.withdrawn',
      subjectId: id,
      details: { amountIdr: before.amountIdr },
    })
    return { outcome: 'withdrawn', payout: presentPayout({ ...before, ...change }, false) }
  })
}
