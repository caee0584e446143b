import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatRupiah } from '#contract/money.ts'
import { refundInput, type RefundInput, type TransactionDetail } from '#contract/sales.ts'
import { useApi } from '#web/identity/index.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError, TextAreaField, TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { typedAmount } from '#web/staff-kit/typed-number.ts'

type Props = { transaction: TransactionDetail; refundableIdr: number; onClose: () => void }

/** Refunds a transaction. Submitting twice refunds once, because the request states the amount already refunded. */
export function RefundDialog({ transaction, refundableIdr, onClose }: Props) {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm<RefundInput>(refundInput as never, { reason: '', amount: refundableIdr })
  const { errors, isSubmitting } = form.formState
  const amount = form.watch('amount')
  const [failure, setFailure] = useState<string | null>(null)

  const submit = form.handleSubmit(async ({ reason, amount = refundableIdr }) => {
    setFailure(null)
    // The full remainder is sent without an amount, so that no rupiah remains.
    const part = amount === refundableIdr ? {} : { amount }
    try {
      const { message } = await withLogin(() => mine.sales.refundTransaction({ id: transaction._id, reason, ...part, refundedBefore: transaction.refunded }))
      toast.success(message ?? 'Dana dikembalikan.')
      onClose()
      await revalidate()
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure(describeFailure(error))
      await revalidate()
    }
  })

  return (
    <Dialog title="Kembalikan dana" open confirmDiscard onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <p className="text-ink-2">
          Paling banyak {formatRupiah(refundableIdr)}. Jika seluruhnya dikembalikan, akses {transaction.user.name} berakhir.
        </p>
        {failure && <FormError>{failure}</FormError>}
        <TextField
          label="Jumlah (rupiah)"
          inputMode="numeric"
          required
          error={errors.amount?.message}
          hint={typeof amount === 'number' && Number.isInteger(amount) ? `Yang kembali: ${formatRupiah(amount)}` : undefined}
          {...form.register('amount', { setValueAs: typedAmount })}
        />
        <TextAreaField label="Alasan" required hint="Tersimpan di audit log." error={errors.reason?.message} rows={3} {...form.register('reason')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            Kembalikan
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
