import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { refundInput, type TransactionDetail } from '#contract/commerce/orders-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { CheckboxField, FieldError, TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SeatRefundDialog } from './seat-refund-dialog.tsx'
import { chooseRefund, describeRefund, refundableLines } from './refund-choice.ts'

type Props = { transaction: TransactionDetail; refundableIdr: number; onClose: () => void }

/**
 * Refunds a transaction, or some of its lines. Submitting twice refunds once, because the request states the amount already refunded.
 */
export const RefundDialog = (props: Props) =>
  props.transaction.team ? <SeatRefundDialog {...props} /> : <LineRefundDialog {...props} />

function LineRefundDialog({ transaction, refundableIdr, onClose }: Props) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const lines = refundableLines(transaction)
  const [chosenIds, setChosenIds] = useState<readonly string[]>(() => lines.map(({ lineId }) => lineId))
  const choice = chooseRefund(lines, chosenIds)
  const form = useContractForm(bySchema(refundInput), {
    values: { reason: '', amount: refundableIdr },
    // Without a line nothing is sent: the schema asks for at least one.
    save: ({ reason, amount = refundableIdr }) =>
      authenticated.sales.refundTransaction({
        id: transaction._id,
        reason,
        ...(choice.isAll ? {} : { lineIds: choice.lineIds }),
        // The whole rest is sent without an amount, so that no rupiah remains.
        ...(choice.takesAmount && amount !== choice.leftIdr ? { amount } : {}),
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
  const lineError = choice.lineIds.length === 0 ? 'Pilih isi pesanan yang dikembalikan.' : errors.lineIds?.message

  function choose(lineId: string, isChosen: boolean) {
    const next = isChosen ? [...chosenIds, lineId] : chosenIds.filter((id) => id !== lineId)
    setChosenIds(next)
    form.setValue('amount', chooseRefund(lines, next).leftIdr, { shouldDirty: true })
  }

  return (
    <DialogForm title="Kembalikan dana" form={form} submitLabel="Kembalikan" danger onClose={onClose}>
      {lines.length > 1 && (
        <fieldset className="grid gap-1">
          <legend className="font-semibold">Isi pesanan</legend>
          {lines.map((line) => (
            <CheckboxField
              key={line.lineId}
              label={`${line.title}, ${formatRupiah(line.leftIdr)}`}
              {...(line.setText ? { hint: line.setText } : {})}
              checked={chosenIds.includes(line.lineId)}
              onChange={(event) => choose(line.lineId, event.currentTarget.checked)}
            />
          ))}
          {lineError && <FieldError>{lineError}</FieldError>}
        </fieldset>
      )}
      {choice.takesAmount ? (
        <MoneyField
          label="Jumlah (rupiah)"
          required
          hint={`Paling banyak ${formatRupiah(choice.leftIdr)}.`}
          control={form.control}
          name="amount"
        />
      ) : (
        <p>
          Jumlah: <strong>{formatRupiah(choice.leftIdr)}</strong>
        </p>
      )}
      <ul className="grid list-disc gap-1 pl-5 text-ink-2" aria-live="polite">
        {describeRefund(transaction, choice, form.watch('amount')).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {transaction.method !== 'card' && (
        <p className="text-ink-2">
          Pembayaran ini lewat transfer, jadi dananya kamu kirim sendiri: tugasnya menunggu di Pencairan.
        </p>
      )}
      <TextAreaField label="Alasan" required hint="Tersimpan di audit log." rows={3} {...form.field('reason')} />
    </DialogForm>
  )
}
