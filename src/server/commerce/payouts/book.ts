import { newId } from '#server/platform/new-id.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { apportion } from '#server/commerce/items/apportion.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import { ledgerLines, lineShares, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { accounts, afterRefund, difference, splitOrder, zeroBalances, type Balances, type Earner } from './split.ts'

type Event = 'sale' | 'refund' | 'chargeback' | 'reversal'

/** The part of a line that is sold by one instructor, or by the platform alone. */
type Part = { sellerId: string | null; sold: Balances; booked: Balances }

/**
 * Books the difference between the lines of a paid transaction and the ledger, so that repeated calls are idempotent. The caller must hold
 * the transaction's row lock.
 */
export async function book(
  tx: Tx,
  deps: CommerceDeps,
  { row, lines }: { row: TransactionRow; lines: readonly LineRow[] },
): Promise<void> {
  if (row.amountIdr === 0) return
  const booked = await readBooked(tx, row.id)
  const split = booked.length === 0 ? await splitByShares(tx, deps, row, lines) : null
  for (const [index, line] of lines.entries()) {
    const parts = split
      ? (split[index] ?? []).map(({ sellerId, balances }): Part => ({ sellerId, sold: balances, booked: balances }))
      : partsOf(booked.filter(({ lineId }) => (lineId ?? row.id) === line.id))
    if (split) for (const { sellerId, sold } of parts) await insertEntry(tx, deps, { line, sellerId }, 'sale', sold)
    for (const [place, refundedIdr] of refundedOf(line, parts).entries()) {
      const part = parts[place]
      if (!part) continue
      const change = difference(afterRefund(part.sold, refundedIdr), part.booked)
      await insertEntry(tx, deps, { line, sellerId: part.sellerId }, eventOf(row, change), change)
    }
  }
}

/** Booked again means reversed before. */
function eventOf({ state }: TransactionRow, change: Balances): Event {
  if (state === 'chargeback') return 'chargeback'
  return state === 'reversed' || change.gross > 0 ? 'reversal' : 'refund'
}

/**
 * Splits the refunded amount of a line among its parts, in proportion to what was paid for each. Where rounding would
 * give a part something back, what is new is taken from what is left. A reversed payment that is settled again starts anew.
 */
function refundedOf(line: LineRow, parts: readonly Part[]): number[] {
  const before = parts.map(({ sold, booked }) => sold.gross - booked.gross)
  const newIdr = line.refundedAmountIdr - before.reduce((sum, idr) => sum + idr, 0)
  const inProportion = apportion(
    line.refundedAmountIdr,
    parts.map(({ sold }) => sold.gross),
  )
  if (newIdr < 0 || before.every((idr, index) => (inProportion[index] ?? 0) >= idr)) return inProportion
  const added = apportion(
    newIdr,
    parts.map(({ booked }) => booked.gross),
  )
  return before.map((idr, index) => idr + (added[index] ?? 0))
}

/** Who earns with these lines; a line without shares is its instructor's. */
export const readShares = (queryable: Queryable, lineIds: readonly string[]) =>
  queryable
    .select()
    .from(lineShares)
    .where(inArray(lineShares.lineId, [...lineIds]))
    .orderBy(asc(lineShares.position))

/** As agreed when the transaction was opened; without an agreement the percent of the site. */
async function splitByShares(
  tx: Tx,
  { settings, payments }: CommerceDeps,
  row: TransactionRow,
  lines: readonly LineRow[],
) {
  const { taxMode, instructorSharePercent } = await settings.readSite(tx)
  const agreed = await readShares(
    tx,
    lines.map(({ id }) => id),
  )
  const earnersOf = ({ id, instructorId }: LineRow): Earner[] => {
    const own = agreed.filter(({ lineId }) => lineId === id)
    if (own.length > 0) return own
    return instructorId ? [{ instructorId, sharePercent: instructorSharePercent }] : []
  }
  return splitOrder({
    lines: lines.map((line) => ({
      amountIdr: amountOf(line),
      uniqueCodeIdr: line.uniqueCodeIdr,
      earners: earnersOf(line),
    })),
    // The buyer already paid the provider.
    feeIdr: row.buyerFeeIdr > 0 ? 0 : payments.of(row.method).feeIdr(row.paymentType, row.amountIdr),
    taxMode,
  })
}

const readBooked = (tx: Tx, transactionId: string) =>
  tx
    .select()
    .from(ledgerLines)
    .where(eq(ledgerLines.transactionId, transactionId))
    .orderBy(asc(ledgerLines.bookedAt), asc(ledgerLines.entryId))

type Booked = readonly Pick<typeof ledgerLines.$inferSelect, 'sellerId' | 'event' | 'account' | 'amountIdr'>[]

/** Always in the same order, for rounding: entries of one moment have none. */
export const partsOf = (booked: Booked): Part[] =>
  [...Map.groupBy(booked, ({ sellerId }) => sellerId)]
    .map(([sellerId, own]) => ({
      sellerId,
      sold: sumUp(own.filter(({ event }) => event === 'sale')),
      booked: sumUp(own),
    }))
    .toSorted((one, other) => ((one.sellerId ?? '') < (other.sellerId ?? '') ? -1 : 1))

function sumUp(booked: Booked): Balances {
  const sum = { ...zeroBalances }
  for (const { account, amountIdr } of booked) sum[account] += amountIdr
  return sum
}

type OfPart = { line: LineRow; sellerId: string | null }

async function insertEntry(
  tx: Tx,
  { clock }: CommerceDeps,
  { line, sellerId }: OfPart,
  event: Event,
  amounts: Balances,
): Promise<void> {
  const entryId = newId()
  const bookedAt = clock.now()
  const entry = accounts
    .filter((account) => amounts[account] !== 0)
    .map((account) => ({
      id: newId(),
      entryId,
      transactionId: line.transactionId,
      lineId: line.id,
      event,
      account,
      instructorId: account === 'instructor' ? sellerId : null,
      sellerId,
      amountIdr: amounts[account],
      bookedAt,
    }))
  if (entry.length > 0) await tx.insert(ledgerLines).values(entry)
}
