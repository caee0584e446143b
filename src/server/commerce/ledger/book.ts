import { randomUUIDv7 } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { amountOf } from '#server/commerce/lines/refund-lines.ts'
import { ledgerLines, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { accounts, afterRefund, difference, splitSale, zeroBalances, type Balances } from './split.ts'

type Event = 'sale' | 'refund' | 'chargeback' | 'reversal'

/**
 * Books the difference between the lines of a paid transaction and the ledger, so that repeated calls are idempotent. The caller must hold
 * the transaction's row lock.
 */
export async function book(tx: Tx, deps: CommerceDeps, row: TransactionRow, lines: readonly LineRow[]): Promise<void> {
  if (row.amountIdr === 0) return
  const booked = await readBooked(tx, row.id)
  const split = booked.length === 0 ? await splitByCurrentSettings(tx, deps, row, lines) : null
  for (const [index, line] of lines.entries()) {
    const own = booked.filter(({ lineId }) => (lineId ?? row.id) === line.id)
    const sold = split?.[index] ?? sumUp(own.filter(({ event }) => event === 'sale'))
    if (split) await insertEntry(tx, deps, line, 'sale', sold)
    const wanted = afterRefund(sold, line.refundedAmountIdr)
    const change = difference(wanted, split ? sold : sumUp(own))
    await insertEntry(tx, deps, line, eventOf(row, change), change)
  }
}

/** What is booked again was reversed before. */
function eventOf({ state }: TransactionRow, change: Balances): Event {
  if (state === 'chargeback') return 'chargeback'
  return state === 'reversed' || change.gross > 0 ? 'reversal' : 'refund'
}

async function splitByCurrentSettings(tx: Tx, { settings, payments }: CommerceDeps, row: TransactionRow, lines: readonly LineRow[]): Promise<Balances[]> {
  const { taxMode, instructorSharePercent } = await settings.readSite(tx)
  return splitSale({
    lines: lines.map((line) => ({ amountIdr: amountOf(line), instructorSharePercent: line.instructorId ? instructorSharePercent : null })),
    // The buyer already paid the provider.
    feeIdr: row.buyerFeeIdr > 0 ? 0 : payments.of(row.method).feeIdr(row.paymentType, row.amountIdr),
    taxMode,
  })
}

const readBooked = (tx: Tx, transactionId: string) =>
  tx.select().from(ledgerLines).where(eq(ledgerLines.transactionId, transactionId)).orderBy(asc(ledgerLines.bookedAt))

function sumUp(booked: Awaited<ReturnType<typeof readBooked>>): Balances {
  const sum = { ...zeroBalances }
  for (const { account, amountIdr } of booked) sum[account] += amountIdr
  return sum
}

async function insertEntry(tx: Tx, { clock }: CommerceDeps, line: LineRow, event: Event, amounts: Balances): Promise<void> {
  const entryId = randomUUIDv7()
  const bookedAt = clock.now()
  const entry = accounts
    .filter((account) => amounts[account] !== 0)
    .map((account) => ({
      id: randomUUIDv7(),
      entryId,
      transactionId: line.transactionId,
      lineId: line.id,
      event,
      account,
      instructorId: account === 'instructor' ? line.instructorId : null,
      sellerId: line.instructorId,
      amountIdr: amounts[account],
      bookedAt,
    }))
  if (entry.length > 0) await tx.insert(ledgerLines).values(entry)
}
