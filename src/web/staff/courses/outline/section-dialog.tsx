import { useRevalidator } from 'react-router'
import { sectionInput, type StaffSection } from '#contract/course-sections.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/staff-kit/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/staff-kit/form/use-contract-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = {
  courseId: string
  /** Null for a new chapter. */
  section: StaffSection | null
  onClose: () => void
}

export function SectionDialog({ courseId, section, onClose }: Props) {
  const { courseSections } = useApi().mine
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(sectionInput), {
    values: { title: section?.title ?? '' },
    save: async (input) => {
      const saved = section
        ? await courseSections.updateSection({ ...input, id: courseId, sectionId: section._id })
        : await courseSections.createSection({ ...input, id: courseId })
      await revalidate()
      return saved.message
    },
    onSaved: (message) => {
      if (message) toast.success(message)
      onClose()
    },
  })
  return (
    <Dialog title={section ? 'Ubah bab' : 'Bab baru'} open onClose={onClose}>
      <DialogForm form={form} submitLabel="Simpan" onCancel={onClose}>
        <TextField
          label="Judul bab"
          required
          data-autofocus
          maxLength={200}
          autoComplete="off"
          error={form.formState.errors.title?.message}
          {...form.register('title')}
        />
      </DialogForm>
    </Dialog>
  )
}
