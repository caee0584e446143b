import { newId } from '#server/platform/new-id.ts'
import { exists, and, eq, type SQL } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ListRefundRequestsInput, RefundRequest, StaffRefundRequest } from '#contract/commerce/refund-requests.ts'
import { readLines, readLinesOf } from '#server/commerce/orders/lines.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isGiftClaimed } from '#server/commerce/gifts/claim-gift.ts'
import { insertRefundTask, makeRefund } from './refund.ts'
import { mailDecision, mailStep } from '#server/commerce/orders/end-refund-request.ts'
import { hasRefundableMoney, mayStillAsk } from '#server/commerce/orders/is-refundable.ts'
import { findFreeSeats } from '#server/commerce/teams/paid-seats.ts'
import { leftOf } from '#server/commerce/items/refund-lines.ts'
import { isFoundBy } from '#server/commerce/orders/search.ts'
import { transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { countUpTo, isUniqueViolation, keyset, type KeysetPage, type Tx } from '#server/platform/database/index.ts'
import { refundRequests, type RefundRequestRow } from '#server/commerce/orders/refund-request-tables.ts'

/** From here on a course counts as used. */
const usedPercent = 30

/** The lines that a request is for. */
const linesOf = ({ lineIds }: RefundRequestRow, lines: readonly LineRow[]): readonly LineRow[] =>
  lineIds ? lines.filter(({ id }) => lineIds.includes(id)) : lines

const present = (row: RefundRequestRow, lines: readonly LineRow[]): RefundRequest => ({
  _id: row.id,
  transactionId: row.transactionId,
  state: row.state,
  reason: row.reason,
  items: row.lineIds ? linesOf(row, lines).map(({ id, itemTitle }) => ({ lineId: id, title: itemTitle })) : [],
  sentence: row.sentence,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

type NotAsked = Refusal<'too-late' | 'too-far' | 'not-refundable' | 'gift-claimed'>
type Asked = { outcome: 'requested'; request: RefundRequest } | NotAsked | Refusal<'not-found' | 'already-requested'>

/** Asks for a refund of an own purchase within the days of this installation, unless much of it was studied. */
export async function requestRefund(
  deps: CommerceDeps,
  studentId: string,
  wanted: { id: string; reason: string; lineIds?: string[] | undefined },
): Promise<Asked> {
  const insert = async (tx: Tx): Promise<Asked> => {
    const [row] = await tx
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, wanted.id), eq(transactions.studentId, studentId)))
      .for('update')
    if (!row) return refused('not-found')
    const all = await readLines(tx, row.id)
    const lines = wanted.lineIds ? all.filter(({ id }) => wanted.lineIds?.includes(id)) : all
    if (wanted.lineIds && lines.length !== new Set(wanted.lineIds).size) return refused('not-found')
    const rejected = await rejectRequest(tx, deps, row, lines)
    if (rejected) return rejected
    const now = deps.clock.now()
    const request: RefundRequestRow = {
      id: newId(),
      transactionId: row.id,
      studentId,
      reason: wanted.reason,
      // All lines are the whole order, with whatever is rounded.
      lineIds: lines.length < all.length && row.kind !== 'team' ? lines.map(({ id }) => id) : null,
      state: 'open',
      sentence: null,
      decidedBy: null,
      createdAt: now,
      decidedAt: null,
    }
    await tx.insert(refundRequests).values(request)
    await mailStep(tx, deps, {
      row,
      subject: `Permintaan pengembalian dana: ${askedTitle(row, request, all)}`,
      paragraphs: [
        `Permintaanmu untuk ${askedTitle(row, request, all)} kami terima dan sedang kami periksa. Kabar berikutnya kami kirim lewat email.`,
      ],
    })
    return { outcome: 'requested', request: present(request, all) }
  }
  return deps.database.transaction(insert).catch((error: unknown) => {
    if (isUniqueViolation(error, 'one_open_refund_request')) return refused('already-requested')
    throw error
  })
}

/** Names a request in mails: its items, or the order as a whole. */
const askedTitle = (row: TransactionRow, request: RefundRequestRow, lines: readonly LineRow[]): string =>
  request.lineIds
    ? new Intl.ListFormat('id-ID').format(linesOf(request, lines).map(({ itemTitle }) => itemTitle))
    : row.itemTitle

async function rejectRequest(
  tx: Tx,
  deps: CommerceDeps,
  row: TransactionRow,
  lines: readonly LineRow[],
): Promise<NotAsked | null> {
  if (!hasRefundableMoney(row) || !lines.some((line) => leftOf(line) > 0)) return refused('not-refundable')
  if (row.giftEmail !== null && (await isGiftClaimed(tx, row.id))) return refused('gift-claimed')
  // Only seats that nobody has taken go back.
  if (row.kind === 'team' && !(await findFreeSeats(tx, deps, row))?.free) return refused('not-refundable')
  const { refundDays } = (await deps.settings.readSite(tx)).moneyRules
  if (!mayStillAsk(row, refundDays, deps.clock.now())) return refused('too-late')
  for (const { kind, itemId, receiverId } of lines)
    if (receiverId && (await deps.items[kind].readPercent(receiverId, itemId, tx)) >= usedPercent)
      return refused('too-far')
  return null
}

type Decision = { id: string; adminId: string; sentence: string }
type Decided = { outcome: 'decided'; request: RefundRequest } | Refusal<'not-found' | 'already-decided'>
/** `made` is what became of the refund: all that was asked may have been under way already. */
type Approved =
  | { outcome: 'decided'; request: RefundRequest; made: 'done' | 'by-hand' | 'waiting' | 'refused' }
  | Exclude<Decided, { outcome: 'decided' }>

/**
 * Refunds what is left of what was asked back. The refund is stored with the decision, so that it is made even when the provider does not
 * answer now. What is refunded at once tells of the decision itself; only of one that takes longer the buyer hears before.
 */
export async function approveRefundRequest(
  deps: CommerceDeps,
  decision: Decision,
): Promise<Approved | Refusal<'not-refundable'>> {
  const approved = await deps.database.transaction(async (tx) => {
    const found = await findOpen(tx, decision.id)
    if (found.outcome !== 'open') return found
    const stored = await insertRefundTask(tx, deps, {
      actorId: decision.adminId,
      transactionId: found.row.id,
      reason: found.request.reason.slice(0, 200).toWellFormed(),
      ...(found.request.lineIds ? { lineIds: found.request.lineIds } : {}),
      besidesDue: true,
    })
    // All that is left is under way already.
    if (stored.outcome !== 'stored' && stored.outcome !== 'refund-under-way') return refused('not-refundable')
    const request = await decide(tx, deps, { ...found, decision, state: 'approved' })
    return { outcome: 'decided' as const, found, request, task: stored.outcome === 'stored' ? stored.task : null }
  })
  if (approved.outcome !== 'decided') return approved
  const { found, task, ...decided } = approved
  const made = task ? await makeRefund(deps, task) : 'waiting'
  if (made !== 'done')
    await deps.database.transaction((tx) => tellDecision(tx, deps, { ...found, decision, state: 'approved' }))
  return { ...decided, made: found.row.method === 'card' ? made : 'by-hand' }
}

export async function refuseRefundRequest(deps: CommerceDeps, decision: Decision): Promise<Decided> {
  return deps.database.transaction(async (tx) => {
    const found = await findOpen(tx, decision.id)
    if (found.outcome !== 'open') return found
    const decided = { ...found, decision, state: 'refused' as const }
    const request = await decide(tx, deps, decided)
    await tellDecision(tx, deps, decided)
    return { outcome: 'decided', request }
  })
}

type Found = { request: RefundRequestRow; row: TransactionRow }

async function findOpen(
  tx: Tx,
  id: string,
): Promise<({ outcome: 'open' } & Found) | Refusal<'not-found' | 'already-decided'>> {
  const isThis = eq(refundRequests.id, id)
  const [known] = await tx.select({ transactionId: refundRequests.transactionId }).from(refundRequests).where(isThis)
  if (!known) return refused('not-found')
  // The transaction first, as whatever ends a request by itself locks it.
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, known.transactionId)).for('update')
  const [request] = await tx.select().from(refundRequests).where(isThis).for('update')
  if (!row || !request) return refused('not-found')
  return request.state === 'open' ? { outcome: 'open', request, row } : refused('already-decided')
}

type FoundWithDecision = Found & { decision: Decision; state: 'approved' | 'refused' }

async function decide(
  tx: Tx,
  deps: CommerceDeps,
  { request, row, decision, state }: FoundWithDecision,
): Promise<RefundRequest> {
  const { adminId, sentence } = decision
  const change = { state, sentence, decidedBy: adminId, decidedAt: deps.clock.now() }
  await tx.update(refundRequests).set(change).where(eq(refundRequests.id, request.id))
  await deps.audit.record(tx, {
    actorId: adminId,
    action: state === 'approved' ? 'transaction.refund-approved' : 'transaction.refund-refused',
    subjectId: row.id,
    details: { sentence },
  })
  return present({ ...request, ...change }, await readLines(tx, row.id))
}

async function tellDecision(
  tx: Tx,
  deps: CommerceDeps,
  { request, row, decision: { sentence }, state }: FoundWithDecision,
): Promise<void> {
  const title = askedTitle(row, request, await readLines(tx, row.id))
  await mailDecision(tx, deps, { row, state, sentence, title })
  await deps.notify(tx, {
    kind: 'refund-request',
    userId: row.studentId,
    data: { transactionId: row.id, title, state, sentence },
  })
}

export async function listRefundRequests(
  { database }: CommerceDeps,
  input: ListRefundRequestsInput,
): Promise<KeysetPage<StaffRefundRequest> & { total: number; isCounted: boolean }> {
  const isOfFound = (q: string) => and(eq(transactions.id, refundRequests.transactionId), isFoundBy(database.query, q))
  const where: SQL | undefined = and(
    input.state ? eq(refundRequests.state, input.state) : undefined,
    input.q
      ? exists(database.query.select({ id: transactions.id }).from(transactions).where(isOfFound(input.q)))
      : undefined,
  )
  const at = keyset({ key: refundRequests.createdAt, type: 'instant', id: refundRequests.id, descending: true }, input)
  const found = await database.query
    .select({ id: refundRequests.id, position: at.position, request: refundRequests, row: transactions })
    .from(refundRequests)
    .innerJoin(transactions, eq(transactions.id, refundRequests.transactionId))
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  const counted = await at.count(found, () => countUpTo(database.query, maximumCounted, refundRequests, where))
  const linesOfAll = await readLinesOf(
    database.query,
    rows.map(({ row }) => row.id),
  )
  return {
    rows: rows.map(({ request, row }) => {
      const lines = linesOfAll.get(row.id) ?? []
      return {
        ...present(request, lines),
        item: askedTitle(row, request, lines),
        buyer: { name: row.buyerName, email: row.buyerEmail },
        amount: row.amountIdr,
        method: row.method,
        left: request.lineIds
          ? linesOf(request, lines).reduce((sum, line) => sum + leftOf(line), 0)
          : row.amountIdr - row.refundedAmountIdr,
      }
    }),
    ...steps,
    ...counted,
  }
}
