import { useRevalidator } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { acceptInput, type TransactionDetail } from '#contract/commerce/sales.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Accepts a payment under review. */
export function AcceptDialog({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(acceptInput), {
    values: { reason: '' },
    save: ({ reason }) => authenticated.sales.acceptTransaction({ id: transaction._id, reason }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Pembayaran diterima.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  return (
    <Dialog title="Terima pembayaran" open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <DialogForm form={form} submitLabel="Terima" onCancel={onClose}>
        <p className="text-ink-2">
          {transaction.user.name} langsung mendapat aksesnya, dan {formatRupiah(transaction.total)} dibukukan sebagai
          penjualan.
        </p>
        <TextAreaField
          label="Alasan"
          required
          hint="Tersimpan di audit log."
          error={form.formState.errors.reason?.message}
          rows={3}
          {...form.register('reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
