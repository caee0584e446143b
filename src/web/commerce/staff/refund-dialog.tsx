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

type Props = { sale: TransactionDetail; leftIdr: number; onClose: () => void }

/** Gives money back. Sending it twice gives back once: it says how much had gone back when it was opened. */
export function RefundDialog({ sale, leftIdr, onClose }: Props) {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm<RefundInput>(refundInput as never, { reason: '', amount: leftIdr })
  const { errors, isSubmitting } = form.formState
  const amount = form.watch('amount')
  const [failure, setFailure] = useState<string | null>(null)

  const submit = form.handleSubmit(async ({ reason, amount = leftIdr }) => {
    setFailure(null)
    // All that is left is named as such, so that not a rupiah stays behind.
    const part = amount === leftIdr ? {} : { amount }
    try {
      const { message } = await withLogin(() => mine.sales.refundTransaction({ id: sale._id, reason, ...part, refundedBefore: sale.refunded }))
      toast.success(message ?? 'Dana dikembalikan.')
      onClose()
      await revalidate()
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure(describeFailure(error))
      await revalidate()
    }
  })

  return (
    <Dialog title="Kembalikan dana" open asksBeforeLoss onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <p className="text-ink-2">
          Paling banyak {formatRupiah(leftIdr)}. Jika seluruhnya dikembalikan, akses {sale.user.name} berakhir.
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
