import type { CommerceDeps } from '#server/commerce/deps.ts'
import { bindDeps } from '#server/platform/bind-deps.ts'
import { approveTransfer, refuseTransfer } from './decide.ts'
import { listTransfers } from './find-transfers.ts'
import { matchBankStatement } from './match-bank-statement.ts'
import { deleteOldProofs, readProof, sendProof } from './proof.ts'

/** Payments by hand: the proofs of buyers, and what admins do with them. */
export const transfersModule = (deps: CommerceDeps) => ({
  ...bindDeps(deps, { sendProof, readProof, deleteOldProofs }),
  ...bindDeps(deps, {
    list: listTransfers,
    approve: approveTransfer,
    refuse: refuseTransfer,
    readStatement: matchBankStatement,
  }),
})
