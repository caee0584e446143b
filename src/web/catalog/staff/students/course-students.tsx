import Megaphone from 'lucide-react/icons/megaphone'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CourseStudent } from '#contract/learning/course-students.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import { serverMessage } from '#contract/kit/client.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { useApi } from '#web/identity/index.ts'
import { ListToolbar, SearchBox } from '#web/kit/staff/lists/list-toolbar.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { useListUrl } from '#web/kit/staff/lists/use-list-url.ts'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { lazyDialog } from '#web/kit/ui/dialogs/lazy-dialog.ts'
import { AddStudentDialog } from './add-student-dialog.tsx'

const AnnounceDialog = lazyDialog(async () => (await import('#web/conversation/staff/announce-dialog.tsx')).AnnounceDialog)

type Props = { courseId: string; students: { data: CourseStudent[]; meta: KeysetMeta } }

/** The students of a course with their progress. Staff can add students and remove those that staff added. */
export function CourseStudents({ courseId, students }: Props) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const listUrl = useListUrl()
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<string, CourseStudent>>(new Map())
  const [announcesTo, setAnnouncesTo] = useState<'all' | readonly CourseStudent[] | null>(null)
  const columns = useColumns(courseId, { chosen, setChosen, write: (student) => setAnnouncesTo([student]) })

  return (
    <section aria-labelledby="siswa-kursus" className="mt-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="siswa-kursus" className="text-xl font-bold">
          Siswa
        </h2>
        <span className="flex flex-wrap gap-2">
          <DownloadButton load={async () => (await authenticated.courseStudents.exportCourseStudents({ id: courseId })).body}>Unduh CSV</DownloadButton>
          <Button variant="outline" onClick={() => setAnnouncesTo('all')}>
            <Megaphone aria-hidden className="size-4.5" />
            Buat pengumuman
          </Button>
          <Button onClick={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4.5" />
            Add Student
          </Button>
        </span>
      </div>
      {(students.meta.total > 0 || listUrl.isNarrowed) && (
        <ListToolbar listUrl={listUrl}>
          <SearchBox listUrl={listUrl} label="Cari siswa" />
        </ListToolbar>
      )}
      {chosen.size > 0 && (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-3">
          {chosen.size} siswa terpilih
          <Button size="sm" onClick={() => setAnnouncesTo([...chosen.values()])}>
            Tulis ke yang terpilih
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setChosen(new Map())}>
            Lepas pilihan
          </Button>
        </p>
      )}
      <StaffList
        caption="Siswa kelas ini"
        columns={columns}
        rows={students.data}
        meta={students.meta}
        keyOf={(student) => student._id}
        listUrl={listUrl}
        defaultSort="name"
        countWord="siswa"
        empty={<EmptyState title="Belum ada siswa" text="Siswa muncul di sini setelah membeli, mendaftar, atau ditambahkan." />}
      />
      {announcesTo && (
        <Suspense>
          <AnnounceDialog courseId={courseId} students={announcesTo === 'all' ? null : announcesTo} onClose={() => setAnnouncesTo(null)} />
        </Suspense>
      )}
      {isAdding && <AddStudentDialog courseId={courseId} onClose={() => setAdding(false)} onAdded={() => void revalidate()} />}
    </section>
  )
}

type Choice = {
  /** Also on other pages of the list. */
  chosen: ReadonlyMap<string, CourseStudent>
  setChosen: (chosen: ReadonlyMap<string, CourseStudent>) => void
  write: (student: CourseStudent) => void
}

function useColumns(courseId: string, { chosen, setChosen, write }: Choice): Column<CourseStudent>[] {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)

  async function remove(student: CourseStudent) {
    const confirmed = await askConfirm({
      title: `Cabut akses ${student.name}?`,
      text: 'Siswa ini tidak bisa membuka materi lagi. Progresnya tetap tersimpan dan kembali bila ditambahkan lagi.',
      confirmLabel: 'Cabut akses',
      danger: true,
    })
    if (!confirmed) return
    setBusy(student._id)
    try {
      const response = await withLogin(() => authenticated.courseStudents.removeCourseStudent({ id: courseId, studentId: student._id }))
      toast.success(response.message ?? 'Akses siswa dicabut.')
      await revalidate()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Akses belum bisa dicabut. Coba lagi.')
    } finally {
      setBusy(null)
    }
  }

  function choose(student: CourseStudent, isChosen: boolean) {
    const next = new Map(chosen)
    if (isChosen) next.set(student._id, student)
    else next.delete(student._id)
    setChosen(next)
  }

  return [
    {
      key: 'chosen',
      label: 'Pilih',
      bare: true,
      cell: (student) => (
        <label className="grid size-11 place-items-center">
          <span className="sr-only">Pilih {student.name}</span>
          <input type="checkbox" className="size-5 accent-nila" checked={chosen.has(student._id)} onChange={(event) => choose(student, event.target.checked)} />
        </label>
      ),
    },
    {
      key: 'name',
      label: 'Nama',
      sort: 'name',
      isName: true,
      cell: ({ name, email }) => (
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="block text-sm wrap-anywhere text-ink-3">{email}</span>
        </span>
      ),
    },
    {
      key: 'progress',
      label: 'Progres',
      sort: 'progress',
      descendsFirst: true,
      cell: ({ name, progress, lessonsCompleted, lessonCount }) => (
        <span className="block w-36">
          <span className="mb-1 block text-sm tabular-nums">
            {progress}% · {lessonsCompleted}/{lessonCount}
          </span>
          <ProgressBar percent={progress} label={`Progres ${name}`} />
        </span>
      ),
    },
    {
      key: 'enrolled',
      label: 'Terdaftar',
      sort: 'enrolled',
      descendsFirst: true,
      cell: ({ enrolledAt }) => <time dateTime={enrolledAt}>{formatShortDate(enrolledAt)}</time>,
    },
    {
      key: 'seen',
      label: 'Terakhir dibuka',
      sort: 'seen',
      descendsFirst: true,
      cell: ({ lastAccessed }) => (lastAccessed ? <time dateTime={lastAccessed}>{formatShortDate(lastAccessed)}</time> : '–'),
    },
    {
      key: 'actions',
      label: 'Tindakan',
      bare: true,
      cell: (student) => (
        <span className="flex flex-wrap gap-1">
          <Button variant="ghost" size="sm" onClick={() => write(student)}>
            Tulis<span className="sr-only"> ke {student.name}</span>
          </Button>
          {student.source === 'staff' && (
            <Button variant="ghost" size="sm" busy={busy === student._id} onClick={() => void remove(student)}>
              Cabut<span className="sr-only"> akses {student.name}</span>
            </Button>
          )}
        </span>
      ),
    },
  ]
}
