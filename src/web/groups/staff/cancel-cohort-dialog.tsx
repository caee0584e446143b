import * as z from 'zod/mini'
import { useRevalidator } from 'react-router'
import { reason } from '#contract/kit/input-rules.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export function CancelCohortDialog({ cohortId, onClose }: { cohortId: string; onClose: () => void }) {
  const { cohorts } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(z.object({ sentence: reason })), {
    values: { sentence: '' },
    save: async (input) => {
      const saved = await cohorts.cancelCohort({ ...input, id: cohortId })
      await revalidate()
      return saved.message
    },
    onSaved: (message) => {
      if (message) toast.success(message)
      onClose()
    },
  })
  return (
    <Dialog title="Batalkan angkatan?" open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <DialogForm form={form} submitLabel="Batalkan angkatan" danger onCancel={onClose}>
        <p className="text-ink-2">
          Anggota diberi tahu, lalu memilih angkatan lain atau meminta dananya kembali. Ini tidak bisa diurungkan.
        </p>
        <TextField
          label="Alasan untuk anggota"
          required
          data-autofocus
          maxLength={500}
          autoComplete="off"
          error={form.formState.errors.sentence?.message}
          {...form.register('sentence')}
        />
      </DialogForm>
    </Dialog>
  )
}
