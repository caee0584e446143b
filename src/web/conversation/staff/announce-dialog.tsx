import { announceInput, announcementsContract, type AnnouncementPart } from '#contract/conversation/announcements.ts'
import { registerContract } from '#contract/kit/client.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Dialog } from '#web/kit/ui/dialogs/dialog.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'

registerContract({ announcements: announcementsContract })

const parts: readonly { value: AnnouncementPart; label: string }[] = [
  { value: 'all', label: 'Semua siswa' },
  { value: 'not-started', label: 'Yang belum mulai' },
  { value: 'in-progress', label: 'Yang sedang belajar' },
  { value: 'inactive', label: 'Yang berhenti belajar' },
  { value: 'finished', label: 'Yang sudah selesai' },
]

type Student = { _id: string; name: string }
type Props = { courseId: string; /** Only to them; null: to all or a part. */ students: readonly Student[] | null; onClose: () => void }

/** Tells something to the students of a course. */
export function AnnounceDialog({ courseId, students, onClose }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(bySchema(announceInput), {
    values: { title: '', text: '', to: 'all' },
    save: (values) => authenticated.announcements.announce({ ...values, id: courseId, ...(students ? { userIds: students.map(({ _id }) => _id) } : {}) }),
    onSaved: ({ message }) => {
      onClose()
      toast.success(message ?? 'Pengumuman terkirim.')
    },
  })
  const { errors } = form.formState
  return (
    <Dialog title={students ? 'Tulis ke siswa' : 'Buat pengumuman'} open onClose={onClose}>
      <DialogForm form={form} submitLabel="Kirim Pengumuman" onCancel={onClose}>
        {students ? (
          <p className="text-ink-2 wrap-anywhere">
            Untuk {students.length > 3 ? `${students.length} siswa terpilih` : students.map(({ name }) => name).join(', ')}.
          </p>
        ) : (
          <SelectField label="Untuk siapa" error={errors.to?.message} {...form.register('to')}>
            {parts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <TextField label="Judul" required error={errors.title?.message} {...form.register('title')} />
        <TextAreaField
          label="Isi pengumuman"
          required
          rows={6}
          hint="Boleh memakai Markdown. Email ke siswa menyusul dua menit lagi; sampai satu jam masih bisa diubah."
          error={errors.text?.message}
          {...form.register('text')}
        />
      </DialogForm>
    </Dialog>
  )
}
