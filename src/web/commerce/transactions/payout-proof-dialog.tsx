import { transferProofContract } from '#contract/commerce/transfers.ts'
import { registerContract } from '#contract/client.ts'
import { useApi } from '#web/identity/index.ts'
import { ProofPictureDialog } from '#web/commerce/proof-picture-dialog.tsx'

registerContract({ transferProofs: transferProofContract })

type Props = { payoutId: string; /** What was sent, as its amount. */ amount: string; onClose: () => void }

/** The bank's confirmation of what was sent by hand, for its payee and for admins. */
export function PayoutProofDialog({ payoutId, amount, onClose }: Props) {
  const { transferProofs } = useApi().authenticated
  return (
    <ProofPictureDialog
      title={`Bukti transfer ${amount}`}
      alt={`Bukti transfer ${amount}`}
      id={payoutId}
      load={async (signal) => (await transferProofs.showPayoutProof({ id: payoutId }, { signal })).body}
      onClose={onClose}
    />
  )
}
