import { useState, type FormEvent } from 'react'
import { refundRequestsContract } from '#contract/commerce/refund-requests.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { noRefundAccount, RefundAccountFields } from './refund-account-fields.tsx'
import { useRefusedFields } from './use-refused-fields.ts'

registerContract({ refundRequests: refundRequestsContract })

type Props = { transaction: Transaction; onClose: () => void; onSaved: () => void }

/** Asks the buyer of a payment by hand where a refund is sent to. */
export function RefundAccountDialog({ transaction, onClose, onSaved }: Props) {
  const { authenticated } = useApi()
  const [values, setValues] = useState(noRefundAccount)
  const { form, errors, setErrors, refuse } = useRefusedFields()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    setFailure(null)
    try {
      await withLogin(() => authenticated.refundRequests.saveRefundAccount({ id: transaction._id, ...values }))
      toast.success('Rekening disimpan. Kami kabari begitu dananya dikirim.')
      closeAndLeaveRow(onClose)
      onSaved()
    } catch (error) {
      if (!refuse(error)) setFailure(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Rekening untuk pengembalian dana"
      open
      confirmDiscard={() => Object.values(values).some((value) => value.trim() !== '')}
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-1">
        <p className="mb-3 text-ink-2">
          Dana untuk {transaction.title} kami kirim ke rekening ini. Hanya kami yang bisa melihatnya.
        </p>
        <RefundAccountFields values={values} errors={errors} onChange={setValues} />
        {failure && <FormError>{failure}</FormError>}
        <Button type="submit" busy={isBusy} className="justify-self-end">
          Simpan rekening
        </Button>
      </form>
    </Dialog>
  )
}
