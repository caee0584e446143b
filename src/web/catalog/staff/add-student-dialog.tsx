import { useRef, useState } from 'react'
import { addStudentInput } from '#contract/learning/course-students.ts'
import type { studentRoles } from '#contract/kit/csv-columns.ts'
import { serverMessage } from '#contract/client.ts'
import { useApi } from '#web/identity/index.ts'
import { FormFailure } from '#web/kit/staff/form/form-parts.tsx'
import { bySchema, useContractForm, type SchemaForm } from '#web/kit/staff/form/use-contract-form.ts'
import { CsvImport, type CheckedCsv } from '#web/kit/staff/lists/csv-import.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteOthers } from './invite-others.tsx'
import { CheckboxField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = { courseId: string; onClose: () => void; onAdded: () => void }

const states = {
  added: 'ready',
  'already-enrolled': 'nothing-to-do',
  unknown: 'mistake',
  invalid: 'mistake',
  repeated: 'mistake',
} as const

const labels = {
  email: 'Email',
  name: 'Nama',
  lastName: 'Nama belakang',
  otherName: 'Nama tampilan, kalau nama kosong',
} satisfies Record<(typeof studentRoles)[number], string>

const failed = 'Siswa belum bisa ditambahkan. Coba lagi.'

/** Enrolls existing users: one by email address, or many from a CSV file that is checked first. */
export function AddStudentDialog({ courseId, onClose, onAdded }: Props) {
  const { authenticated } = useApi()
  const [notify, setNotify] = useState(true)
  const unsaved = useRef<() => boolean>(null)
  const [checked, setChecked] = useState<CheckedCsv | null>(null)
  const form = useContractForm(bySchema(addStudentInput), {
    values: { email: '' },
    save: ({ email }) => authenticated.courseStudents.addCourseStudent({ id: courseId, email, notify }),
    onSaved: ({ message }) => {
      toast.success(message ?? 'Siswa ditambahkan.')
      form.reset({ email: '' })
      onAdded()
    },
    failureText: (error) => serverMessage(error) ?? failed,
  })
  const isImportWaiting = checked !== null && !checked.isDone && checked.added > 0
  return (
    <Dialog
      open
      confirmDiscard={() => form.hasUnsavedInput() || (unsaved.current?.() ?? false) || isImportWaiting}
      title="Add Student"
      size="md"
      onClose={onClose}
    >
      <CheckboxField
        label="Kirim email pemberitahuan"
        hint="Siswa yang baru ditambahkan mendapat email dengan tautan ke kelas ini."
        checked={notify}
        onChange={(event) => setNotify(event.currentTarget.checked)}
        className="mb-4"
      />
      <AddOne form={form} />
      <section aria-labelledby="undang-siswa" className="mt-8 border-t border-line pt-6">
        <h3 id="undang-siswa" className="mb-3 font-bold">
          Beberapa alamat sekaligus
        </h3>
        <InviteForm courseId={courseId} roles={['student']} unsaved={unsaved} onInvited={onAdded} />
      </section>
      <ImportMany courseId={courseId} notify={notify} checked={checked} onChecked={setChecked} onAdded={onAdded} />
    </Dialog>
  )
}

function AddOne({ form }: { form: SchemaForm<typeof addStudentInput> }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
      noValidate
      className="grid gap-4"
    >
      <TextField
        label="Email"
        data-autofocus
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        hint="Yang belum punya akun diundang lewat email."
        {...form.field('email')}
      />
      <FormFailure form={form} />
      <Button type="submit" busy={form.isSaving}>
        Tambah siswa
      </Button>
    </form>
  )
}

type ImportProps = Omit<Props, 'onClose'> & {
  notify: boolean
  checked: CheckedCsv | null
  onChecked: (checked: CheckedCsv | null) => void
}

function ImportMany({ courseId, notify, ...shown }: ImportProps) {
  const { authenticated } = useApi()
  return (
    <section aria-labelledby="impor-siswa" className="mt-8 border-t border-line pt-6">
      <h3 id="impor-siswa" className="font-bold">
        Banyak sekaligus dari CSV
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-3">
        Berkas dengan kolom email, dan kalau ada nama. Diperiksa dulu; belum ada yang ditambahkan sebelum kamu setuju.
      </p>
      <CsvImport
        {...shown}
        labels={labels}
        failed={failed}
        maximum="256 KB"
        done="ditambahkan"
        countWord="siswa"
        confirmLabel={(count) => `Tambahkan ${count} siswa`}
        send={async (file, { dryRun, columns }) => {
          const { data } = await authenticated.courseStudents.importCourseStudents({
            id: courseId,
            file,
            dryRun: `${dryRun}`,
            notify: `${notify}`,
            ...(columns && { columns }),
          })
          return {
            added: data.added,
            faulty: data.faulty,
            table: data.table,
            note: data.note,
            rows: data.rows.map((row) => ({ ...row, state: states[row.outcome] })),
          }
        }}
        renderMore={(checked, recheck) => <InviteOthers courseId={courseId} rows={checked.rows} onInvited={recheck} />}
      />
    </section>
  )
}
