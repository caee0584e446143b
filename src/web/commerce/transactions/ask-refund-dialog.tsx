import { useState, type FormEvent } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { refundRequestsContract } from '#contract/commerce/refund-requests.ts'
import { fieldErrors, registerContract, serverMessage } from '#contract/kit/client.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/dialogs/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialogs/dialog.tsx'
import { FormError, TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

registerContract({ refundRequests: refundRequestsContract })

type Props = { transaction: Transaction; onClose: () => void; onAsked: () => void }

/** Asks for the money of a purchase back; staff decide. */
export function AskRefundDialog({ transaction, onClose, onAsked }: Props) {
  const { authenticated } = useApi()
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<{ field: string | undefined; text: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await withLogin(() => authenticated.refundRequests.requestRefund({ id: transaction._id, reason }))
      toast.success('Permintaanmu kami terima. Kabarnya kami kirim lewat email.')
      closeAndLeaveRow(onClose)
      onAsked()
    } catch (error) {
      const field = fieldErrors(error)['reason']
      setFailure({ field, text: field ? null : (serverMessage(error) ?? 'Belum terkirim. Coba lagi.') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Minta pengembalian dana" open confirmDiscard={() => reason.trim() !== ''} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
        <p className="text-ink-2">
          {transaction.title}, {formatRupiah(transaction.amount - transaction.refunded)}. Begitu disetujui, aksesnya
          berakhir dan dananya kembali.
        </p>
        <TextAreaField
          label="Alasan"
          required
          rows={4}
          maxLength={500}
          hint="Ceritakan singkat, supaya kami bisa memutuskan dengan adil."
          error={failure?.field}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failure?.text && <FormError>{failure.text}</FormError>}
        <Button type="submit" busy={isBusy} className="justify-self-end">
          Kirim permintaan
        </Button>
      </form>
    </Dialog>
  )
}
