import type { ListPayoutsInput } from '#contract/commerce/payouts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readBalance } from './balance.ts'
import { listUnverified, saveBankAccount, showBankAccount, verifyBankAccount } from './bank-accounts.ts'
import { createBatch, decidePayout, downloadBatch, listPayouts, requestPayout } from './payouts.ts'

/** What instructors have earned, and how they are paid. */
export const payoutsModule = (deps: CommerceDeps) => ({
  showBankAccount: (userId: string) => showBankAccount(deps, userId),
  saveBankAccount: (userId: string, wanted: Parameters<typeof saveBankAccount>[2]) => saveBankAccount(deps, userId, wanted),
  listUnverified: (page: { page: number; limit: number }) => listUnverified(deps, page),
  verifyBankAccount: (request: Parameters<typeof verifyBankAccount>[1]) => verifyBankAccount(deps, request),
  readBalance: (userId: string) => readBalance(deps.database.query, userId, { now: deps.clock.now(), holdDays: deps.payoutHoldDays }),
  list: (instructorId: string | null, input: ListPayoutsInput) => listPayouts(deps, instructorId, input),
  request: (instructorId: string, amountIdr: number) => requestPayout(deps, instructorId, amountIdr),
  createBatch: (adminId: string) => createBatch(deps, adminId),
  downloadBatch: (batchId: string) => downloadBatch(deps, batchId),
  decide: (decision: Parameters<typeof decidePayout>[1]) => decidePayout(deps, decision),
})
