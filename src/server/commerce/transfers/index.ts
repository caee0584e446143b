import type { ListTransfersInput } from '#contract/commerce/transfers.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { approveTransfer, refuseTransfer } from './decide.ts'
import { listTransfers } from './find-transfers.ts'
import { deleteOldProofs } from './proof.ts'
import { matchStatement } from './match-statement.ts'

export { readProof, sendProof, type ProofOutcome } from './proof.ts'

/** What admins do with payments by hand. */
export const transfersModule = (deps: CommerceDeps) => ({
  list: (input: ListTransfersInput) => listTransfers(deps.database, input),
  approve: (approval: Parameters<typeof approveTransfer>[1]) => approveTransfer(deps, approval),
  refuse: (refusal: Parameters<typeof refuseTransfer>[1]) => refuseTransfer(deps, refusal),
  deleteOldProofs: (before: Date, limit: number) => deleteOldProofs(deps, before, limit),
  readStatement: (adminId: string, file: Blob) => matchStatement(deps, adminId, file),
})
