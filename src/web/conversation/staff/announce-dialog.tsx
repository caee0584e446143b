import { useState } from 'react'
import {
  announceInput,
  announcementsContract,
  type AnnounceInput,
  type AnnouncementPart,
} from '#contract/conversation/announcements.ts'
import type { StudentFilters } from '#contract/learning/course-students.ts'
import { studentPartLabels, studentParts } from '#contract/learning/student-parts.ts'
import { registerContract } from '#contract/client.ts'
import { formatCount } from '#contract/kit/money.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'

registerContract({ announcements: announcementsContract })

const parts: readonly { value: AnnouncementPart; label: string }[] = [
  { value: 'all', label: 'Semua siswa' },
  ...studentParts.map((value) => ({ value, label: studentPartLabels[value] })),
]

type Student = { _id: string; name: string }
type Matching = { matching: StudentFilters; count: { total: number; isCounted: boolean } }
/** `all`: the part is chosen in the form. */
export type Recipients = 'all' | { students: readonly Student[] } | { cohort: Student } | Matching
type Props = { courseId: string; recipients: Recipients; onClose: () => void }

function inputOf(recipients: Recipients): Partial<AnnounceInput> {
  if (recipients === 'all') return {}
  if ('students' in recipients) return { userIds: recipients.students.map(({ _id }) => _id) }
  if ('cohort' in recipients) return { cohortId: recipients.cohort._id }
  const { part, q } = recipients.matching
  return { to: part ?? 'all', ...(q ? { q } : {}) }
}

function describe(recipients: Exclude<Recipients, 'all'>): string {
  if ('students' in recipients) {
    const { students } = recipients
    return students.length > 3 ? `${students.length} siswa terpilih` : students.map(({ name }) => name).join(', ')
  }
  if ('cohort' in recipients) return `anggota ${recipients.cohort.name}`
  const { matching, count } = recipients
  const filters = [matching.part && studentPartLabels[matching.part], matching.q && `“${matching.q}”`]
    .filter(Boolean)
    .join(', ')
  return `semua siswa${filters && ` yang cocok dengan ${filters}`} (${count.isCounted ? '' : 'lebih dari '}${formatCount(count.total)})`
}

/** Tells something to the students of a course. */
export function AnnounceDialog({ courseId, recipients, onClose }: Props) {
  const { authenticated } = useApi()
  const [key] = useState(newKey)
  const form = useContractForm(bySchema(announceInput), {
    values: { title: '', text: '', to: 'all' },
    save: (values) => authenticated.announcements.announce({ ...values, ...inputOf(recipients), key, id: courseId }),
    onSaved: ({ message }) => {
      onClose()
      toast.success(message ?? 'Pengumuman terkirim.')
    },
  })
  return (
    <DialogForm
      title={recipients === 'all' ? 'Buat pengumuman' : 'Tulis ke siswa'}
      form={form}
      submitLabel="Kirim Pengumuman"
      onClose={onClose}
    >
      {recipients !== 'all' ? (
        <p className="text-ink-2 wrap-anywhere">Untuk {describe(recipients)}.</p>
      ) : (
        <SelectField label="Untuk siapa" {...form.field('to')}>
          {parts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <TextField label="Judul" required {...form.field('title')} />
      <TextAreaField
        label="Isi pengumuman"
        required
        rows={6}
        hint="Boleh memakai Markdown. Email ke siswa menyusul dua menit lagi; sampai satu jam masih bisa diubah."
        {...form.field('text')}
      />
    </DialogForm>
  )
}
