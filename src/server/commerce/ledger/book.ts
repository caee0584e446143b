import { randomUUIDv7 } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { ledgerLines, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { accounts, afterRefund, difference, splitSale, zeroBalances, type Balances } from './split.ts'

type Event = 'sale' | 'refund' | 'chargeback' | 'reversal'

/**
 * Books the difference between a paid transaction and the ledger, so that repeated calls are idempotent. The caller must hold the
 * transaction's row lock.
 */
export async function book(tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  if (row.amountIdr === 0) return
  const { sale, present } = await readBalances(tx, row.id)
  const sold = sale ?? (await splitByCurrentSettings(tx, deps, row))
  if (!sale) await insertEntry(tx, deps, row, 'sale', sold)
  const wanted = afterRefund(sold, row.refundedAmountIdr)
  const change = difference(wanted, sale ? present : sold)
  await insertEntry(tx, deps, row, eventOf(row, change), change)
}

/** What is booked again was reversed before. */
function eventOf({ state }: TransactionRow, change: Balances): Event {
  if (state === 'chargeback') return 'chargeback'
  return state === 'reversed' || change.gross > 0 ? 'reversal' : 'refund'
}

async function splitByCurrentSettings(tx: Tx, { settings, payments }: CommerceDeps, row: TransactionRow): Promise<Balances> {
  const { taxMode, instructorSharePercent } = await settings.readSite(tx)
  return splitSale({
    amountIdr: row.amountIdr,
    // The buyer already paid the provider.
    feeIdr: row.buyerFeeIdr > 0 ? 0 : payments.feeIdr(row.paymentType, row.amountIdr),
    taxMode,
    instructorSharePercent: row.instructorId ? instructorSharePercent : null,
  })
}

async function readBalances(tx: Tx, transactionId: string): Promise<{ sale: Balances | null; present: Balances }> {
  const lines = await tx.select().from(ledgerLines).where(eq(ledgerLines.transactionId, transactionId)).orderBy(asc(ledgerLines.bookedAt))
  const sumOf = (some: typeof lines): Balances => {
    const sum = { ...zeroBalances }
    for (const line of some) sum[line.account] += line.amountIdr
    return sum
  }
  const sale = lines.filter((line) => line.event === 'sale')
  return { sale: sale.length > 0 ? sumOf(sale) : null, present: sumOf(lines) }
}

async function insertEntry(tx: Tx, { clock }: CommerceDeps, row: TransactionRow, event: Event, amounts: Balances): Promise<void> {
  const entryId = randomUUIDv7()
  const bookedAt = clock.now()
  const lines = accounts
    .filter((account) => amounts[account] !== 0)
    .map((account) => ({
      id: randomUUIDv7(),
      entryId,
      transactionId: row.id,
      event,
      account,
      instructorId: account === 'instructor' ? row.instructorId : null,
      sellerId: row.instructorId,
      amountIdr: amounts[account],
      bookedAt,
    }))
  if (lines.length > 0) await tx.insert(ledgerLines).values(lines)
}
