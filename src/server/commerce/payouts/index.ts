import type { CommerceDeps } from '#server/commerce/deps.ts'
import { bindDeps } from '#server/platform/bind-deps.ts'
import { readBalance } from './balance.ts'
import { listUnverified, saveBankAccount, showBankAccount, verifyBankAccount } from './bank-accounts.ts'
import { createBatch, decidePayout, downloadBatch, listPayouts, requestPayout, withdrawPayout } from './payouts.ts'

/** What instructors have earned, and how they are paid. */
export const payoutsModule = (deps: CommerceDeps) => ({
  ...bindDeps(deps, { showBankAccount, saveBankAccount, listUnverified, verifyBankAccount }),
  ...bindDeps(deps, {
    readBalance,
    list: listPayouts,
    request: requestPayout,
    withdraw: withdrawPayout,
    createBatch,
    downloadBatch,
    decide: decidePayout,
  }),
})
