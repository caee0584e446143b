import Megaphone from 'lucide-react/icons/megaphone'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { exportCourseStudentsInput, type CourseStudent } from '#contract/learning/course-students.ts'
import { studentPartLabels, studentParts } from '#contract/learning/student-parts.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import { useApi } from '#web/identity/index.ts'
import type { Recipients } from '#web/conversation/staff/announce-dialog.tsx'
import { ChooseAll } from '#web/kit/staff/lists/selection-parts.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { ExportButton } from '#web/kit/staff/lists/download-button.tsx'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { useListUrl } from '#web/kit/staff/lists/use-list-url.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { AddStudentDialog } from './add-student-dialog.tsx'
import { studentColumns } from './student-columns.tsx'
import { StudentBar, useStudentSelection } from './student-selection.tsx'
import { useRemoveStudent } from './use-remove-student.ts'

const AnnounceDialog = lazyDialog(
  async () => (await import('#web/conversation/staff/announce-dialog.tsx')).AnnounceDialog,
)

const parts = studentParts.map((value) => ({ value, label: studentPartLabels[value] }))
const readFilters = () => readListQuery(exportCourseStudentsInput, new Request(location.href))

type Props = { courseId: string; students: { data: CourseStudent[]; meta: KeysetMeta } }

/** The students of a course with their progress. Staff can write to them, add students and remove those that staff added. */
export function CourseStudents({ courseId, students }: Props) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const listUrl = useListUrl()
  const [isAdding, setAdding] = useState(false)
  const [recipients, setRecipients] = useState<Recipients | null>(null)
  const selection = useStudentSelection(`${listUrl.valueOf('part')} ${listUrl.valueOf('q')}`)
  const { busy, remove } = useRemoveStudent(courseId, revalidate)
  const { data: rows, meta } = students
  const canNarrow = meta.total > 0 || listUrl.isNarrowed
  const columns = studentColumns(courseId, {
    selection,
    write: (student) => setRecipients({ students: [student] }),
    remove: (student) => void remove(student),
    removing: busy,
  })

  return (
    <section aria-labelledby="siswa-kursus" className="has-save-bar mt-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="siswa-kursus" className="text-xl font-bold">
          Siswa
        </h2>
        <span className="flex flex-wrap gap-2">
          <ExportButton
            verb="Unduh"
            input={exportCourseStudentsInput}
            load={(filters) => authenticated.courseStudents.exportCourseStudents({ id: courseId, ...filters })}
          />
          <Button variant="outline" onClick={() => setRecipients('all')}>
            <Megaphone aria-hidden className="size-4.5" />
            Buat pengumuman
          </Button>
          <Button onClick={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4.5" />
            Add Student
          </Button>
        </span>
      </div>
      <StaffList
        caption="Siswa kelas ini"
        columns={columns}
        rows={rows}
        meta={meta}
        defaultSort="name"
        countWord="siswa"
        search={canNarrow ? 'Cari siswa' : undefined}
        filters={canNarrow ? [{ name: 'part', label: 'Progres', all: 'Semua siswa', options: parts }] : []}
        above={rows.length > 0 && <ChooseAll selection={selection} rows={rows} />}
        empty={{ title: 'Belum ada siswa', text: 'Siswa muncul di sini setelah membeli, mendaftar, atau ditambahkan.' }}
      />
      <StudentBar
        selection={selection}
        rows={rows}
        meta={meta}
        onWrite={() =>
          setRecipients(
            selection.isAll ? { matching: readFilters(), count: meta } : { students: [...selection.chosen.values()] },
          )
        }
      />
      {recipients && (
        <Suspense>
          <AnnounceDialog courseId={courseId} recipients={recipients} onClose={() => setRecipients(null)} />
        </Suspense>
      )}
      {isAdding && (
        <AddStudentDialog courseId={courseId} onClose={() => setAdding(false)} onAdded={() => void revalidate()} />
      )}
    </section>
  )
}
