import * as z from 'zod/mini'
import { answer, id, staffEndpoint } from './endpoint.ts'

// What staff see and do about money: earnings, transactions, promo codes.

const month = z.string('Bulan tidak dikenal').check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Tulis bulan sebagai 2026-11'))

/** Whose the money is, in rupiah. What buyers paid is the sum of the other four. */
export const moneyShares = z.object({
  gross: z.number(),
  /** What the payment provider keeps. */
  providerFee: z.number(),
  tax: z.number(),
  platform: z.number(),
  instructor: z.number(),
})
export type MoneyShares = z.infer<typeof moneyShares>

export const statementEntry = z.extend(moneyShares, {
  bookedAt: z.string(),
  /** refund and chargeback take back what a sale gave: their amounts are negative. */
  event: z.enum(['sale', 'refund', 'chargeback']),
  invoiceId: z.nullable(z.string()),
  item: z.string(),
  instructorName: z.nullable(z.string()),
})
export type StatementEntry = z.infer<typeof statementEntry>

export const earnings = z.object({
  month: z.string(),
  /** Months with entries, newest first. */
  months: z.array(z.string()),
  /** For admins: who earned in this month. An instructor sees only themselves. */
  instructors: z.array(z.object({ _id: z.string(), name: z.string(), sales: z.number(), gross: z.number(), instructor: z.number() })),
  totals: z.extend(moneyShares, { sales: z.number() }),
  entries: z.array(statementEntry),
  /** True when the month has more entries than are listed; totals count them all. */
  hasMore: z.boolean(),
})
export type Earnings = z.infer<typeof earnings>

export const salesContract = {
  showEarnings: staffEndpoint
    .route({ method: 'GET', path: '/admin/earnings', summary: 'A month’s statement: of everybody for admins, of themselves for instructors' })
    .input(z.object({ month: z.optional(month), instructorId: z.optional(id) }))
    .output(answer(earnings)),
}
