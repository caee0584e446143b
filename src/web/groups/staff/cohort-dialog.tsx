import * as z from 'zod/mini'
import { useRevalidator } from 'react-router'
import { newCohortInput } from '#contract/groups/cohorts-staff.ts'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount } from '#web/kit/staff/typed-number.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const orNull = (typed: string): string | null | undefined => (typed.trim() === '' ? null : typed.trim())
const numberOrNull = (typed: string): number | null | undefined =>
  typed.trim() === '' ? null : (typedAmount(typed) as number)

// Text fields hold numbers and days; an empty one means none.
const { shape } = newCohortInput
const formInput = z.object({
  name: shape.name,
  startsOn: shape.startsOn,
  endsOn: z.pipe(z.transform(orNull), shape.endsOn),
  joinUntil: z.pipe(z.transform(orNull), shape.joinUntil),
  seats: z.pipe(z.transform(numberOrNull), shape.seats),
  chatUrl: z.pipe(z.transform(orNull), shape.chatUrl),
  attendancePercent: z.pipe(z.transform(numberOrNull), shape.attendancePercent),
  recordingCounts: z.boolean(),
})

type Props = { courseId: string; /** Null for a new one. */ cohort: Cohort | null; onClose: () => void }

export function CohortDialog({ courseId, cohort, onClose }: Props) {
  const { cohorts } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(formInput), {
    values: {
      name: cohort?.name ?? '',
      startsOn: cohort?.startsOn ?? '',
      endsOn: cohort?.endsOn ?? '',
      joinUntil: cohort?.joinUntil ?? '',
      seats: cohort?.seats == null ? '' : String(cohort.seats),
      chatUrl: cohort?.chatUrl ?? '',
      attendancePercent: cohort?.attendancePercent == null ? '' : String(cohort.attendancePercent),
      recordingCounts: cohort?.recordingCounts ?? false,
    },
    save: async (input) => {
      const saved = cohort
        ? await cohorts.updateCohort({ ...input, id: cohort._id })
        : await cohorts.createCohort({ ...input, id: courseId })
      await revalidate()
      return saved.message
    },
    onSaved: (message) => {
      if (message) toast.success(message)
      onClose()
    },
  })
  return (
    <DialogForm title={cohort ? 'Ubah angkatan' : 'Buka angkatan'} form={form} submitLabel="Simpan" onClose={onClose}>
      <TextField
        label="Nama angkatan"
        required
        data-autofocus
        maxLength={80}
        autoComplete="off"
        {...form.field('name')}
      />
      <TextField
        label="Mulai (WIB)"
        type="date"
        required
        hint="Materi terbuka pukul 00.00. Kalau diubah, anggota diberi tahu, dan yang sudah terbuka tetap terbuka."
        {...form.field('startsOn')}
      />
      <TextField
        label="Pendaftaran sampai"
        type="date"
        hint="Kosong: sampai hari mulai."
        {...form.field('joinUntil')}
      />
      <TextField
        label="Selesai"
        type="date"
        hint="Sesudahnya tidak ada yang bisa bergabung. Akses anggota tetap."
        {...form.field('endsOn')}
      />
      <TextField
        label="Jumlah kursi"
        inputMode="numeric"
        autoComplete="off"
        hint="Kosong: tanpa batas."
        {...form.field('seats')}
      />
      <TextField
        label="Tautan grup obrolan"
        inputMode="url"
        autoComplete="off"
        hint="Hanya anggota yang melihatnya."
        {...form.field('chatUrl')}
      />
      <TextField
        label="Kehadiran untuk sertifikat (%)"
        inputMode="numeric"
        autoComplete="off"
        hint="Kosong: sertifikat tidak menunggu kehadiran."
        {...form.field('attendancePercent')}
      />
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" className="size-5 accent-nila" {...form.register('recordingCounts')} />
        Menyelesaikan rekaman dihitung hadir
      </label>
    </DialogForm>
  )
}
