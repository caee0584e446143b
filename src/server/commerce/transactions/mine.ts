import { and, desc, eq, sql } from 'drizzle-orm'
import { maximumListedTransactions } from '#contract/commerce/commerce.ts'
import type { Invoice, Transaction } from '#contract/commerce/transactions.ts'
import { refreshes } from '#server/commerce/limits.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { settle } from '#server/commerce/settlement/settle-payment.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { presentInvoice, presentTransaction } from './present.ts'
import { readDetails } from './read-details.ts'

/** Null for a transaction of another student; admins find all. */
export async function findRow({ database }: CommerceDeps, student: Viewer, id: string): Promise<TransactionRow | null> {
  const isOwn = student.role === 'admin' ? undefined : eq(transactions.studentId, student.id)
  const [row] = await database.query
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), isOwn))
  return row ?? null
}

/** The newest ones, or those older than `before`. */
export async function listMine(
  deps: CommerceDeps,
  student: Pick<Viewer, 'id'>,
  before: string | null = null,
): Promise<Transaction[]> {
  const isOlder = sql`(${transactions.createdAt}, ${transactions.id}) < (select created_at, id from transactions where id = ${before} and student_id = ${student.id})`
  const rows = await deps.database.query
    .select()
    .from(transactions)
    .where(and(eq(transactions.studentId, student.id), before === null ? undefined : isOlder))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(maximumListedTransactions)
  return (await readDetails(deps, rows)).map(presentTransaction)
}

export async function findMine(deps: CommerceDeps, student: Viewer, id: string): Promise<Transaction | null> {
  const row = await findRow(deps, student, id)
  const [shown] = row ? await readDetails(deps, [row]) : []
  return shown ? presentTransaction(shown) : null
}

export async function showMine(deps: CommerceDeps, student: Viewer, id: string): Promise<Invoice | null> {
  const row = await findRow(deps, student, id)
  const [shown] = row ? await readDetails(deps, [row]) : []
  return shown ? presentInvoice(shown, await deps.settings.readSite()) : null
}

/** After its status was read from the provider. */
export async function refreshMine(deps: CommerceDeps, student: Viewer, id: string): Promise<Transaction | null> {
  const before = await findRow(deps, student, id)
  if (!before) return null
  // A waiting page polls. Beyond the rate limit it gets the stored state.
  const limit = await deps.rateLimiter.take([refreshes, student.id])
  if (limit.allowed) await settle(deps, before.orderId)
  return findMine(deps, student, id)
}
