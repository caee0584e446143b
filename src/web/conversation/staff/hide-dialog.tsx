import * as z from 'zod/mini'
import { useRevalidator } from 'react-router'
import { decisionReason, type Report } from '#contract/conversation/moderation.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'

const input = z.object({ reason: decisionReason })

/** Hides what was reported. Its author reads the reason. */
export function HideDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(input), {
    values: { reason: '' },
    save: ({ reason }) =>
      authenticated.moderation.hideReported({ id: report._id, ...(reason === '' ? {} : { reason }) }),
    onSaved: async ({ message }) => {
      closeAndLeaveRow(onClose)
      toast.success(message ?? 'Tulisan disembunyikan.')
      await revalidate()
    },
  })
  return (
    <Dialog title="Sembunyikan tulisan ini?" open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <DialogForm form={form} submitLabel="Sembunyikan" danger onCancel={onClose}>
        <TextAreaField
          label="Alasan untuk penulisnya"
          rows={3}
          hint="Kalau kosong, penulisnya membaca bahwa tulisannya melanggar aturan. Kata-kata pelapor tidak ditunjukkan kepadanya."
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
