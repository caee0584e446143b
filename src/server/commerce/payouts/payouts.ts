import { newId } from '#server/platform/new-id.ts'
import { and, asc, eq, gt, ilike, or, type SQL } from 'drizzle-orm'
import { jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { isErasedAddress } from '#server/platform/erased-address.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { ListPayoutsInput, Payout, StaffPayout } from '#contract/commerce/payouts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import { exportCsv } from '#server/platform/csv/index.ts'
import {
  containing,
  countUpTo,
  keyset,
  lockUntilCommit,
  type KeysetPage,
  type Tx,
} from '#server/platform/database/index.ts'
import { readBalance } from './balance.ts'
import { bankAccounts, payoutEntries, payouts, type PayoutRow } from './tables.ts'

const present = (row: PayoutRow): Payout => ({
  _id: row.id,
  amountIdr: row.amountIdr,
  state: row.state,
  bank: row.bank,
  number: row.number,
  holder: row.holder,
  reference: row.reference,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

type Requested =
  | { outcome: 'requested'; payout: Payout }
  | Refusal<'bank-account-unverified' | 'already-requested'>
  | FieldRefusal<'balance-too-low'>

/** Takes the amount from the balance and stores the payout with it: concurrent requests never take more than there is. */
export async function requestPayout(
  deps: CommerceDeps,
  instructorId: string,
  amountIdr: number,
  key?: string,
): Promise<Requested> {
  return deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, `payout:${instructorId}`)
    const isSent = key === undefined ? undefined : and(eq(payouts.instructorId, instructorId), eq(payouts.sentKey, key))
    const [sent] = isSent ? await tx.select().from(payouts).where(isSent) : []
    // Its response was lost.
    if (sent)
      return sent.amountIdr === amountIdr
        ? { outcome: 'requested', payout: present(sent) }
        : refused('already-requested')
    const [account] = await tx.select().from(bankAccounts).where(eq(bankAccounts.userId, instructorId)).for('share')
    if (!account?.verifiedAt) return refused('bank-account-unverified')
    const now = deps.clock.now()
    const { availableIdr } = await readBalance(deps, instructorId, tx)
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
    await book(tx, row, 'requested', now)
    return { outcome: 'requested', payout: present(row) }
  })
}

const book = (tx: Tx, { id, instructorId, amountIdr }: PayoutRow, event: 'requested' | 'returned', now: Date) =>
  tx.insert(payoutEntries).values({
    id: newId(),
    payoutId: id,
    instructorId,
    event,
    amountIdr: event === 'requested' ? amountIdr : -amountIdr,
    bookedAt: now,
  })

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
    if (before.state === 'withdrawn') return { outcome: 'withdrawn', payout: present(before) }
    if (before.state !== 'requested') return refused('already-processed')
    const now = deps.clock.now()
    const change = { state: 'withdrawn' as const, decidedBy: instructorId, decidedAt: now }
    await tx.update(payouts).set(change).where(eq(payouts.id, id))
    await book(tx, before, 'returned', now)
    await deps.audit.record(tx, {
      actorId: instructorId,
      action: 'payout.withdrawn',
      subjectKind: 'payout',
      subjectId: id,
      details: { amountIdr: before.amountIdr },
    })
    return { outcome: 'withdrawn', payout: present({ ...before, ...change }) }
  })
}

type Batched =
  | { outcome: 'batched'; batch: { batchId: string; count: number; amountIdr: number } }
  | Refusal<'nothing-requested'>

/** Puts everything that was requested into one batch. Of two admins at once one gets each payout. */
export async function createBatch({ database, audit }: CommerceDeps, adminId: string): Promise<Batched> {
  return database.transaction(async (tx) => {
    const batchId = newId()
    const rows = await tx
      .update(payouts)
      .set({ state: 'batched', batchId })
      .where(eq(payouts.state, 'requested'))
      .returning()
    if (rows.length === 0) return refused('nothing-requested')
    const amountIdr = rows.reduce((sum, row) => sum + row.amountIdr, 0)
    await audit.record(tx, {
      actorId: adminId,
      action: 'payouts.batched',
      subjectKind: 'payout',
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

type Decided = { outcome: 'decided'; payout: Payout } | Refusal<'not-found' | 'already-decided'>
type Decision = { id: string; adminId: string; reference: string; state: 'sent' | 'failed' }

/** Ends a payout once: it was sent, or it returns to the balance. */
export async function decidePayout(deps: CommerceDeps, { id, adminId, reference, state }: Decision): Promise<Decided> {
  return deps.database.transaction(async (tx) => {
    const [before] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update')
    if (!before) return refused('not-found')
    if (before.state !== 'requested' && before.state !== 'batched') return refused('already-decided')
    const now = deps.clock.now()
    const person = (await deps.identity.findUserProfiles([before.instructorId], tx)).get(before.instructorId)
    const isErased = !person || isErasedAddress(person.email)
    const change = {
      state,
      reference,
      decidedBy: adminId,
      decidedAt: now,
      // It was needed until now.
      ...(isErased && { bank: '', number: '', holder: '' }),
    }
    await tx.update(payouts).set(change).where(eq(payouts.id, id))
    if (state === 'failed') await book(tx, before, 'returned', now)
    const details = { amountIdr: before.amountIdr, reference }
    await deps.audit.record(tx, {
      actorId: adminId,
      action: state === 'sent' ? 'payout.sent' : 'payout.failed',
      subjectKind: 'payout',
      subjectId: id,
      details,
    })
    if (person) await mailDecision(tx, deps, person, { ...before, ...change })
    await deps.notify(tx, {
      kind: 'payout',
      userId: before.instructorId,
      data: { amountIdr: before.amountIdr, state, reference },
    })
    return { outcome: 'decided', payout: present({ ...before, ...change }) }
  })
}

async function mailDecision(
  tx: Tx,
  { mail, publicUrl }: CommerceDeps,
  person: { id: string; name: string; email: string },
  row: PayoutRow,
): Promise<void> {
  const isSent = row.state === 'sent'
  await mail.queue(tx, {
    kind: 'payout',
    to: { name: person.name, email: person.email },
    ownerId: person.id,
    message: {
      subject: isSent
        ? `Pencairan ${formatRupiah(row.amountIdr)} sudah dikirim`
        : `Pencairan ${formatRupiah(row.amountIdr)} gagal`,
      paragraphs: [
        isSent
          ? 'Dana pencairanmu sudah kami kirim ke rekeningmu.'
          : 'Dana pencairanmu tidak bisa dikirim, jadi kembali ke saldomu. Periksa rekeningmu, lalu ajukan lagi.',
      ],
      facts: [
        ['Jumlah', formatRupiah(row.amountIdr)],
        ['Rekening', `${row.bank} ••••${row.number.slice(-4)}`],
        [isSent ? 'Referensi' : 'Alasan', row.reference ?? ''],
      ],
      action: { label: 'Lihat saldo', url: publicUrl + staffPaths.balance() },
    },
  })
}

/** Payouts, newest first; null lists those of all instructors. */
export async function listPayouts(
  { database, identity }: CommerceDeps,
  instructorId: string | null,
  input: ListPayoutsInput,
): Promise<KeysetPage<StaffPayout> & { total: number; isCounted: boolean }> {
  const { query } = database
  const where: SQL | undefined = and(
    instructorId ? eq(payouts.instructorId, instructorId) : undefined,
    input.state ? eq(payouts.state, input.state) : undefined,
    // There are few payouts for each instructor and month.
    input.q ? or(ilike(payouts.holder, containing(input.q)), ilike(payouts.reference, containing(input.q))) : undefined,
  )
  const at = keyset({ key: payouts.createdAt, type: 'instant', id: payouts.id, descending: true }, input)
  const picked = await query
    .select({ id: payouts.id, position: at.position, row: payouts })
    .from(payouts)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(picked)
  const counted = await at.count(picked, () => countUpTo(query, maximumCounted, payouts, where))
  const people = await identity.findUserProfiles(rows.map(({ row }) => row.instructorId))
  return {
    rows: rows.map(({ row }) => ({
      ...present(row),
      batchId: row.batchId,
      instructor: { _id: row.instructorId, name: people.get(row.instructorId)?.name ?? '' },
    })),
    ...steps,
    ...counted,
  }
}
