import { useRevalidator } from 'react-router'
import { refundInput, type TransactionDetail } from '#contract/commerce/orders-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedLimit } from '#web/kit/staff/typed-number.ts'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { NoSeatsDialog } from './no-seats-dialog.tsx'

/** Gives back seats of a team that nobody has taken: so many, or all of them. */
export function SeatRefundDialog({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(refundInput), {
    values: { reason: '' },
    save: ({ reason, seats }) =>
      authenticated.sales.refundTransaction({
        id: transaction._id,
        reason,
        ...(seats !== undefined && { seats }),
        refundedBefore: transaction.refunded,
      }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Dana dikembalikan.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  const { errors } = form.formState
  const unused = transaction.unusedSeats ?? 0
  const bought = transaction.team?.seats ?? unused
  if (unused === 0) return <NoSeatsDialog onClose={onClose} />
  return (
    <DialogForm title="Kembalikan kursi" form={form} submitLabel="Kembalikan" danger onClose={onClose}>
      <p className="text-ink-2">
        {unused} dari {bought} kursi belum terpakai dan bisa dikembalikan. Kursi yang terpakai dan harganya tidak
        berubah.
      </p>
      <TextField
        label="Jumlah kursi"
        type="number"
        inputMode="numeric"
        min={1}
        max={unused}
        hint={`Kosongkan untuk semua ${unused} kursi yang belum terpakai.`}
        error={errors.seats?.message}
        {...form.register('seats', {
          setValueAs: ((typed: unknown) => typedLimit(typed) ?? undefined) as (typed: string) => never,
        })}
      />
      <TextAreaField label="Alasan" required hint="Tersimpan di audit log." rows={3} {...form.field('reason')} />
    </DialogForm>
  )
}
