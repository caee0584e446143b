import { payoutProofContract } from '#contract/commerce/transfers.ts'
import { registerContract } from '#contract/client.ts'
import { useApi } from '#web/identity/index.ts'
import { ProofPictureDialog } from '#web/commerce/proof-picture-dialog.tsx'

registerContract({ payoutProofs: payoutProofContract })

type Props = { payoutId: string; /** Names the transfer. */ amount: string; onClose: () => void }

/** The bank's confirmation of what was sent by hand, for its payee and for admins. */
export function PayoutProofDialog({ payoutId, amount, onClose }: Props) {
  const { payoutProofs } = useApi().authenticated
  return (
    <ProofPictureDialog
      title={`Bukti transfer ${amount}`}
      alt={`Bukti transfer ${amount}`}
      id={payoutId}
      load={async (signal) => (await payoutProofs.showPayoutProof({ id: payoutId }, { signal })).body}
      onClose={onClose}
    />
  )
}
