import type { CommerceDeps } from '#server/commerce/deps.ts'
import { bindDeps } from '#server/platform/bind-deps.ts'
import { readBalance, showBalance } from './balance.ts'
import { listUnverified, saveBankAccount, showBankAccount, verifyBankAccount } from './bank-accounts.ts'
import { createBatch, downloadBatch } from './batches.ts'
import { decidePayout } from './decide.ts'
import { listPayouts } from './list.ts'
import { requestPayout, withdrawPayout } from './request-payout.ts'
import { deleteOldPayoutProofs, readPayoutProof } from './proof.ts'
import { saveRefundAccount } from './refunds-by-hand.ts'

/** Earnings of instructors and their payouts; refunds that are sent by hand. */
export const payoutsModule = (deps: CommerceDeps) => ({
  ...bindDeps(deps, { showBankAccount, saveBankAccount, listUnverified, verifyBankAccount }),
  ...bindDeps(deps, {
    readBalance,
    showBalance,
    list: listPayouts,
    request: requestPayout,
    withdraw: withdrawPayout,
    createBatch,
    downloadBatch,
    decide: decidePayout,
    saveRefundAccount,
    readProof: readPayoutProof,
    deleteOldProofs: deleteOldPayoutProofs,
  }),
})
