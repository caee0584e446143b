import type { StaffTransfer } from '#contract/commerce/transfers.ts'
import { useApi } from '#web/identity/index.ts'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'
import { sentenceForBuyer } from './sentence-for-buyer.ts'

export function RefuseDialog({ transfer, onClose }: { transfer: StaffTransfer; onClose: () => void }) {
  const { adminTransfers } = useApi().authenticated
  return (
    <DecisionDialog
      title="Tolak bukti transfer"
      text={`${transfer.buyer.name} bisa mengirim bukti lain, paling sedikit 24 jam lagi.`}
      submitLabel="Tolak"
      danger
      field={sentenceForBuyer}
      call={(sentence) => adminTransfers.refuseTransfer({ id: transfer._id, sentence })}
      onClose={onClose}
    />
  )
}
