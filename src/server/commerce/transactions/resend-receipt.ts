import { eq } from 'drizzle-orm'
import { receipts } from '#server/commerce/limits.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { mailReceipt } from '#server/commerce/messages.ts'
import { invoices } from '#server/commerce/tables.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import { findRow } from './mine.ts'

type Resent = { outcome: 'sent'; email: string } | Refusal<'not-found' | 'not-paid'> | TooManyRequests

/** Mails the receipt again, to the address that the account has now: another one may be somebody else's. */
export async function resendReceipt(deps: CommerceDeps, student: Viewer, id: string): Promise<Resent> {
  const row = await findRow(deps, student, id)
  if (!row) return refused('not-found')
  const [issued] = await deps.database.query.select().from(invoices).where(eq(invoices.transactionId, row.id))
  if (!issued) return refused('not-paid')
  const limit = await deps.rateLimiter.take([receipts, row.id])
  if (!limit.allowed) return tooManyRequests(limit)
  const email = await deps.database.transaction((tx) =>
    mailReceipt(tx, deps, { row, invoiceNumber: issued.number, kind: 'receipt' }),
  )
  return { outcome: 'sent', email }
}
