import type { StaffTransfer } from '#contract/commerce/transfers.ts'
import { transferProofContract } from '#contract/commerce/transfers.ts'
import { registerContract } from '#contract/client.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { ProofPictureDialog } from '#web/commerce/proof-picture-dialog.tsx'
import { useApi } from '#web/identity/index.ts'

registerContract({ transferProofs: transferProofContract })

/** The picture that a buyer sent, beside the amount that it should show. */
export function ProofDialog({ transfer, onClose }: { transfer: StaffTransfer; onClose: () => void }) {
  const { transferProofs } = useApi().authenticated
  return (
    <ProofPictureDialog
      title={`Bukti ${transfer.buyer.name}`}
      alt={`Bukti transfer dari ${transfer.buyer.name}`}
      id={transfer._id}
      load={async (signal) => (await transferProofs.showTransferProof({ id: transfer._id }, { signal })).body}
      onClose={onClose}
    >
      <p className="mb-3 text-ink-2">
        Cocokkan dengan mutasi: <strong className="whitespace-nowrap">{formatRupiah(transfer.amount)}</strong>
      </p>
    </ProofPictureDialog>
  )
}
