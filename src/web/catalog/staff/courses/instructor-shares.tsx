import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { PossibleInstructor, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { maximumInstructors, readShares, type InstructorShare } from '#contract/catalog/instructor-shares.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { useContractForm, type Validated } from '#web/kit/staff/form/use-contract-form.ts'
import { typedPercent } from '#web/kit/staff/typed-number.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FieldError, SelectField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = { course: StaffCourseDetail; instructors: readonly PossibleInstructor[] }

/** Who earns with a course. Admins only. */
export function InstructorShares({ course, instructors }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="bagi-hasil" className="mt-8 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="bagi-hasil" className="text-lg font-bold">
          Bagi hasil
        </h2>
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          Ubah bagi hasil
        </Button>
      </div>
      {course.instructors.length > 0 ? (
        <ul className="mt-2 grid gap-1">
          {course.instructors.map(({ userId, name, sharePercent }) => (
            <li key={userId} className="wrap-anywhere">
              {name}: <strong>{sharePercent}%</strong>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-ink-2">{course.instructor.name} mendapat bagian instruktur dari pengaturan situs.</p>
      )}
      {isOpen && <SharesDialog course={course} instructors={instructors} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

/** A percent is kept as it was typed, until it is one. */
type Values = { instructors: { userId: string; sharePercent: unknown }[] }

function validate({ instructors }: Values): Validated<{ instructors: InstructorShare[] }> {
  const read = readShares(instructors.map((share) => ({ ...share, sharePercent: typedPercent(share.sharePercent) })))
  return 'problem' in read
    ? { issues: [{ message: read.problem, path: ['instructors'] }] }
    : { value: { instructors: read.shares } }
}

function SharesDialog({ course, instructors, onClose }: Props & { onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm<Values, { instructors: InstructorShare[] }, { message?: string | undefined }>(validate, {
    values: { instructors: course.instructors.map(({ userId, sharePercent }) => ({ userId, sharePercent })) },
    version: course.version,
    save: (input, version) => authenticated.authoring.patchCourse({ ...input, id: course._id, version }),
    onSaved: async () => {
      toast.success('Bagi hasil disimpan.')
      onClose()
      await revalidate()
    },
  })
  const { field } = useController({ control: form.control, name: 'instructors' })
  const { errors } = form.formState
  const error = errors.instructors?.message ?? errors.instructors?.root?.message
  const shares = field.value
  const names = new Map([
    ...course.instructors.map(({ userId, name }) => [userId, name] as const),
    ...instructors.map(({ _id, name }) => [_id, name] as const),
  ])
  const addable = instructors.filter(({ _id }) => !shares.some(({ userId }) => userId === _id))
  /** The instructor of the course is always one of them. */
  const add = (userId: string) => {
    const owner = course.instructor._id
    const missing = [owner, userId].filter(
      (id, index, all) => all.indexOf(id) === index && !shares.some((share) => share.userId === id),
    )
    field.onChange([...shares, ...missing.map((id) => ({ userId: id, sharePercent: '' }))])
  }
  return (
    <DialogForm title="Bagi hasil" size="md" form={form} submitLabel="Simpan" onClose={onClose}>
      <p className="text-ink-2">
        Persen dari tiap penjualan setelah biaya pembayaran dan pajak; sisanya untuk platform. Perubahan berlaku untuk
        pesanan berikutnya. Tanpa daftar ini, instruktur kelas mendapat bagian dari pengaturan situs.
      </p>
      {shares.map((share, index) => (
        <div key={share.userId} data-row className="flex items-end gap-3">
          <TextField
            className="min-w-0 grow"
            label={`Bagian ${names.get(share.userId) ?? 'akun yang sudah dihapus'} (%)`}
            required
            inputMode="numeric"
            autoComplete="off"
            value={String(share.sharePercent)}
            onChange={(event) =>
              field.onChange(shares.with(index, { ...share, sharePercent: event.currentTarget.value }))
            }
          />
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="shrink-0 whitespace-nowrap"
            onClick={(event) => {
              leaveRow(event.currentTarget)
              field.onChange(shares.filter((other) => other !== share))
            }}
          >
            Hapus<span className="sr-only"> {names.get(share.userId)}</span>
          </Button>
        </div>
      ))}
      {error && <FieldError role="alert">{error}</FieldError>}
      {shares.length < maximumInstructors && (
        <SelectField
          label="Tambah instruktur"
          value=""
          onChange={(event) => event.currentTarget.value && add(event.currentTarget.value)}
        >
          <option value="">Pilih…</option>
          {addable.map(({ _id, name, email }) => (
            <option key={_id} value={_id}>
              {name} ({email})
            </option>
          ))}
        </SelectField>
      )}
    </DialogForm>
  )
}
