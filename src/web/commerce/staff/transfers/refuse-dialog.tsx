import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { decisionSentence } from '#contract/commerce/refund-requests.ts'
import type { StaffTransfer } from '#contract/commerce/transfers.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'

const sentenceInput = z.object({ sentence: decisionSentence })

export function RefuseDialog({ transfer, onClose }: { transfer: StaffTransfer; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(sentenceInput), {
    values: { sentence: '' },
    save: ({ sentence }) => authenticated.adminTransfers.refuseTransfer({ id: transfer._id, sentence }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Bukti ditolak.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  return (
    <Dialog title="Tolak bukti transfer" open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <DialogForm form={form} submitLabel="Tolak" danger onCancel={onClose}>
        <p className="text-ink-2">{transfer.buyer.name} bisa mengirim bukti lain, paling sedikit 24 jam lagi.</p>
        <TextAreaField
          label="Kalimat untuk pembeli"
          required
          rows={3}
          hint="Ikut terkirim lewat email."
          error={form.formState.errors.sentence?.message}
          {...form.register('sentence')}
        />
      </DialogForm>
    </Dialog>
  )
}
