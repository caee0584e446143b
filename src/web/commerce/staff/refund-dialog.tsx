import { useRevalidator } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { refundInput, type TransactionDetail } from '#contract/commerce/sales.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { closeAndLeaveRow } from '#web/kit/ui/dialogs/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialogs/dialog.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = { transaction: TransactionDetail; refundableIdr: number; onClose: () => void }

/** Refunds a transaction. Submitting twice refunds once, because the request states the amount already refunded. */
export function RefundDialog({ transaction, refundableIdr, onClose }: Props) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(refundInput), {
    values: { reason: '', amount: refundableIdr },
    save: ({ reason, amount = refundableIdr }) => {
      // The full remainder is sent without an amount, so that no rupiah remains.
      const part = amount === refundableIdr ? {} : { amount }
      return authenticated.sales.refundTransaction({
        id: transaction._id,
        reason,
        ...part,
        refundedBefore: transaction.refunded,
      })
    },
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Dana dikembalikan.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  const { errors } = form.formState

  return (
    <Dialog title="Kembalikan dana" open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <DialogForm form={form} submitLabel="Kembalikan" danger onCancel={onClose}>
        <p className="text-ink-2">
          Paling banyak {formatRupiah(refundableIdr)}. Jika seluruhnya dikembalikan, akses {transaction.user.name}{' '}
          berakhir.
        </p>
        <MoneyField
          label="Jumlah (rupiah)"
          required
          error={errors.amount?.message}
          control={form.control}
          name="amount"
        />
        <TextAreaField
          label="Alasan"
          required
          hint="Tersimpan di audit log."
          error={errors.reason?.message}
          rows={3}
          {...form.register('reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
