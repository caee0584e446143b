import * as z from 'zod/mini'
import { useRevalidator } from 'react-router'
import { newMeetingInput, type Meeting } from '#contract/groups/meetings-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { DateTimeField } from '#web/kit/staff/form/date-time-field.tsx'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount } from '#web/kit/staff/typed-number.ts'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const { shape } = newMeetingInput
const formInput = z.object({
  title: shape.title,
  startsAt: shape.startsAt,
  minutes: z.pipe(z.transform(typedAmount), shape.minutes),
  url: shape.url,
  chapterId: z.string(),
  weeks: z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? 1 : typedAmount(typed))),
    shape.weeks,
  ),
})

type Props = {
  cohortId: string
  /** Those of the course. */
  chapters: readonly { _id: string; title: string }[]
  /** Null for a new one. */
  meeting: Meeting | null
  onClose: () => void
}

export function MeetingDialog({ cohortId, chapters, meeting, onClose }: Props) {
  const { meetings } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(formInput), {
    values: {
      title: meeting?.title ?? '',
      startsAt: meeting?.startsAt ?? '',
      minutes: String(meeting?.minutes ?? 90),
      url: meeting?.url ?? '',
      chapterId: meeting?.chapterId ?? '',
      weeks: '1',
    },
    save: async ({ weeks, chapterId, ...fields }) => {
      const input = { ...fields, chapterId: chapterId || null }
      const saved = meeting
        ? await meetings.updateMeeting({ ...input, id: meeting._id })
        : await meetings.createMeetings({ ...input, weeks, id: cohortId })
      await revalidate()
      return saved.message
    },
    onSaved: (message) => {
      if (message) toast.success(message)
      onClose()
    },
  })
  return (
    <DialogForm title={meeting ? 'Ubah sesi' : 'Jadwalkan sesi'} form={form} submitLabel="Simpan" onClose={onClose}>
      <TextField
        label="Judul sesi"
        required
        data-autofocus
        maxLength={120}
        autoComplete="off"
        {...form.field('title')}
      />
      <DateTimeField form={form} name="startsAt" label="Mulai (WIB)" required />
      <TextField label="Lama (menit)" required inputMode="numeric" autoComplete="off" {...form.field('minutes')} />
      <TextField
        label="Tautan sesi"
        required
        inputMode="url"
        autoComplete="off"
        hint="Google Meet, Zoom, Jitsi, atau lainnya. Siswa mendapatkannya saat masuk kelas, tidak lebih awal."
        {...form.field('url')}
      />
      {chapters.length > 0 && (
        <SelectField label="Bab" hint="Bab yang dibahas, kalau ada." {...form.field('chapterId')}>
          <option value="">Tanpa bab</option>
          {chapters.map(({ _id, title }) => (
            <option key={_id} value={_id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      {!meeting && (
        <TextField
          label="Ulangi tiap minggu, berapa kali"
          inputMode="numeric"
          autoComplete="off"
          hint="1 sampai 52. Tiap sesi bisa diubah sendiri nanti."
          {...form.field('weeks')}
        />
      )}
    </DialogForm>
  )
}
