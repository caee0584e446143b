import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { fieldErrors } from '#contract/client.ts'
import type { UserDetail } from '#contract/identity/users.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckboxField, FormError, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

const shownCourses = 20

/** Opens courses for a user. It stays open, because often several are added. */
export function EnrollDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [query, setQuery] = useState('')
  const [notify, setNotify] = useState(true)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const found = useRemote(`courses ${query.trim()}`, (signal) =>
    authenticated.authoring.listStaffCourses({ q: query.trim(), sort: 'title', limit: shownCourses }, { signal }),
  )
  const enrolled = new Set(user.courses.map(({ _id }) => _id))

  async function enroll(courseId: string) {
    setBusyId(courseId)
    setFailure(null)
    try {
      const { message } = await withLogin(() =>
        authenticated.courseStudents.addCourseStudent({ id: courseId, email: user.email, notify }),
      )
      toast.success(message ?? 'Siswa ditambahkan.')
      await revalidate()
    } catch (error) {
      setFailure(fieldErrors(error)['email'] ?? describeFailure(error))
    } finally {
      setBusyId(null)
    }
  }

  return (
    <Dialog open size="md" title="Tambah ke kelas" onClose={onClose}>
      <CheckboxField
        label="Kirim email pemberitahuan"
        hint={`${user.name} mendapat email dengan tautan ke kelasnya.`}
        checked={notify}
        onChange={(event) => setNotify(event.currentTarget.checked)}
        className="mb-4"
      />
      <TextField
        label="Cari kelas"
        data-autofocus
        type="search"
        maxLength={100}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        className="mb-4"
      />
      <FormError>{failure}</FormError>
      <p role="status" className="sr-only">
        {found.status === 'loaded' && `${found.data.meta.total} kelas`}
      </p>
      {found.status === 'loading' && <p className="py-3 text-ink-3">Memuat…</p>}
      {found.status === 'failed' && (
        <Button variant="outline" onClick={found.reload}>
          Daftar kelas belum bisa dimuat. Coba lagi
        </Button>
      )}
      {found.status === 'loaded' && found.data.data.length === 0 && (
        <p className="py-3 text-ink-2">Tidak ada kelas yang cocok.</p>
      )}
      {found.status === 'loaded' && (
        <ul className="grid divide-y divide-line">
          {found.data.data.map(({ _id, title }) => (
            <li key={_id} className="flex items-center justify-between gap-4 py-2.5">
              <span className="min-w-0 wrap-anywhere">{title}</span>
              {enrolled.has(_id) ? (
                <span className="shrink-0 text-sm text-ink-3">Sudah terdaftar</span>
              ) : (
                <Button
                  size="sm"
                  variant="outline"
                  className="shrink-0"
                  busy={busyId === _id}
                  disabled={busyId !== null && busyId !== _id}
                  onClick={() => void enroll(_id)}
                >
                  Tambah<span className="sr-only"> ke {title}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {found.status === 'loaded' && found.data.meta.total > shownCourses && (
        <p className="mt-2 text-sm text-ink-3">
          Hanya {shownCourses} yang tampil. Ketik sebagian judulnya untuk mencari yang lain.
        </p>
      )}
    </Dialog>
  )
}
