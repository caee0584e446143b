import { useState } from 'react'
import { addStudentInput, type ImportedRow } from '#contract/course-students.ts'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { useApi } from '#web/identity/index.ts'
import { FormFailure } from '#web/staff-kit/form/form-parts.tsx'
import { bySchema, useContractForm, type SchemaForm } from '#web/staff-kit/form/use-contract-form.ts'
import { withLogin } from '#web/identity/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CheckboxField, TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { courseId: string; onClose: () => void; onAdded: () => void }

const failed = 'Siswa belum bisa ditambahkan. Coba lagi.'

/** Enrolls existing users: one by email address, or many from a CSV file that is checked first. */
export function AddStudentDialog({ courseId, onClose, onAdded }: Props) {
  const { mine } = useApi()
  const [notify, setNotify] = useState(true)
  const [checked, setChecked] = useState<Checked | null>(null)
  const form = useContractForm(bySchema(addStudentInput), {
    values: { email: '' },
    save: ({ email }) => mine.courseStudents.addCourseStudent({ id: courseId, email, notify }),
    onSaved: () => {
      toast.success('Siswa ditambahkan.')
      form.reset({ email: '' })
      onAdded()
    },
    failureText: (error) => serverMessage(error) ?? failed,
  })
  const isImportWaiting = checked !== null && !checked.isDone && checked.added > 0
  return (
    <Dialog open confirmDiscard={() => form.hasUnsavedInput() || isImportWaiting} title="Add Student" size="md" onClose={onClose}>
      <CheckboxField
        label="Kirim email pemberitahuan"
        hint="Siswa yang baru ditambahkan mendapat email dengan tautan ke kelas ini."
        checked={notify}
        onChange={(event) => setNotify(event.currentTarget.checked)}
        className="mb-4"
      />
      <AddOne form={form} />
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
        hint="Alamat akun siswa di situs ini."
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <FormFailure form={form} />
      <Button type="submit" busy={form.isSaving}>
        Tambah siswa
      </Button>
    </form>
  )
}

type Checked = { file: File; rows: ImportedRow[]; added: number; isDone: boolean }

type ImportProps = Omit<Props, 'onClose'> & { notify: boolean; checked: Checked | null; onChecked: (checked: Checked | null) => void }

function ImportMany({ courseId, notify, checked, onChecked, onAdded }: ImportProps) {
  const { mine } = useApi()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function send(file: File, dryRun: boolean) {
    setBusy(true)
    setError(null)
    try {
      const { data } = await withLogin(() => mine.courseStudents.importCourseStudents({ id: courseId, file, dryRun: `${dryRun}`, notify: `${notify}` }))
      onChecked({ file, rows: data.rows, added: data.added, isDone: !dryRun })
      if (!dryRun) {
        toast.success(`${data.added} siswa ditambahkan.`)
        onAdded()
      }
    } catch (failure) {
      onChecked(null)
      setError(fieldErrors(failure)['file'] ?? serverMessage(failure) ?? failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="impor-siswa" className="mt-8 border-t border-line pt-6">
      <h3 id="impor-siswa" className="font-bold">
        Banyak sekaligus dari CSV
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-3">Berkas dengan kolom email. Diperiksa dulu; belum ada yang ditambahkan sebelum kamu setuju.</p>
      <TextField
        label="Berkas CSV"
        type="file"
        accept=".csv,text/csv"
        error={error}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          onChecked(null)
          if (file) void send(file, true)
        }}
        className="[&_input]:py-2.5"
      />
      {busy && (
        <p role="status" className="mt-3 text-sm text-ink-3">
          Memeriksa…
        </p>
      )}
      {checked && !busy && (
        <>
          <p role="status" className="mt-4 mb-2 font-semibold">
            {checked.isDone ? `${checked.added} siswa ditambahkan.` : `${checked.added} dari ${checked.rows.length} baris bisa ditambahkan.`}
          </p>
          <Outcomes rows={checked.rows} />
          {!checked.isDone && checked.added > 0 && (
            <Button type="button" className="mt-4" onClick={() => void send(checked.file, false)}>
              Tambahkan {checked.added} siswa
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** The outcome of each line; rejected lines come first. */
function Outcomes({ rows }: { rows: readonly ImportedRow[] }) {
  const ordered = rows.toSorted((a, b) => Number(a.outcome === 'added') - Number(b.outcome === 'added') || a.line - b.line)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
    <div className="max-h-64 overflow-y-auto rounded-card border border-line" tabIndex={0} role="region" aria-label="Hasil pemeriksaan">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line text-ink-3">
            <th scope="col" className="px-3 py-2 font-semibold">
              Baris
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              Email
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              Hasil
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ line, email, outcome, message }) => (
            <tr key={line} className="border-b border-line last:border-0">
              <td className="px-3 py-2 tabular-nums">{line}</td>
              <td className="px-3 py-2 wrap-anywhere">{email}</td>
              <td className="px-3 py-2">{outcome === 'added' ? <Badge tone="success">{message}</Badge> : message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
