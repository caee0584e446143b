import { useEffect, useState } from 'react'
import type { StaffTransfer } from '#contract/commerce/transfers.ts'
import { transferProofContract } from '#contract/commerce/transfers.ts'
import { registerContract } from '#contract/client.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'

registerContract({ transferProofs: transferProofContract })

/** The picture is private: it is read with the session and shown from memory. */
export function ProofDialog({ transfer, onClose }: { transfer: StaffTransfer; onClose: () => void }) {
  const { authenticated } = useApi()
  const { data, status, reload } = useRemote(transfer._id, async (signal) => {
    return (await authenticated.transferProofs.showTransferProof({ id: transfer._id }, { signal })).body
  })
  return (
    <Dialog title={`Bukti ${transfer.buyer.name}`} open onClose={onClose}>
      <p className="mb-3 text-ink-2">
        Cocokkan dengan mutasi: <strong className="whitespace-nowrap">{formatRupiah(transfer.amount)}</strong>
      </p>
      {status === 'failed' ? (
        <LoadFailure onRetry={reload}>Gambar belum bisa dibuka.</LoadFailure>
      ) : data ? (
        <Picture file={data} name={transfer.buyer.name} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

function Picture({ file, name }: { file: Blob; name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- The URL has to be revoked by the same effect.
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    url && (
      <img
        src={url}
        alt={`Bukti transfer dari ${name}`}
        className="mx-auto max-h-[65dvh] max-w-full rounded-field border border-line object-contain"
      />
    )
  )
}
