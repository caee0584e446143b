import type { Payout } from '#contract/commerce/payouts.ts'
import type { PayoutRow } from './tables.ts'

export const presentPayout = (row: PayoutRow, hasProof: boolean): Payout => ({
  _id: row.id,
  amountIdr: row.amountIdr,
  state: row.state,
  bank: row.bank,
  number: row.number,
  holder: row.holder,
  reference: row.reference,
  hasProof,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})
