import type { CourseStudent } from '#contract/learning/course-students.ts'
import { studentPartLabels } from '#contract/learning/student-parts.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { choiceColumn } from '#web/kit/staff/lists/selection-parts.tsx'
import type { RowSelection } from '#web/kit/staff/lists/use-selection.ts'
import { PersonCell, RowActions, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'

type Actions = {
  selection: RowSelection<CourseStudent>
  write: (student: CourseStudent) => void
  remove: (student: CourseStudent) => void
  /** The student who is being removed. */
  removing: string | null
}

export const studentColumns = (
  courseId: string,
  { selection, write, remove, removing }: Actions,
): Column<CourseStudent>[] => [
  choiceColumn({ selection, nameOf: ({ name }) => name }),
  {
    key: 'name',
    label: 'Nama',
    sort: 'name',
    isName: true,
    cell: ({ _id, name, email }) => (
      <PersonCell name={name} email={email} to={staffPaths.courseStudent({ courseId, studentId: _id })} />
    ),
  },
  {
    key: 'progress',
    label: 'Progres',
    sort: 'progress',
    descendsFirst: true,
    cell: ({ name, progress, lessonsCompleted, lessonCount, part }) => (
      <span className="block w-40 max-md:w-auto max-md:min-w-0 max-md:flex-1 max-md:text-right">
        <span className="mb-1 block text-sm tabular-nums">
          {progress}% · {lessonsCompleted}/{lessonCount}
        </span>
        <ProgressBar percent={progress} label={`Progres ${name}`} />
        <span className="mt-1 block text-sm text-ink-3">{studentPartLabels[part]}</span>
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
    cell: ({ lastAccessed }) =>
      lastAccessed ? <time dateTime={lastAccessed}>{formatShortDate(lastAccessed)}</time> : '–',
  },
  actionsColumn(
    (student) => (
      <RowActions>
        <Button variant="ghost" size="sm" onClick={() => write(student)}>
          Tulis<span className="sr-only"> ke {student.name}</span>
        </Button>
        {student.source === 'staff' && (
          <Button variant="ghost" size="sm" busy={removing === student._id} onClick={() => remove(student)}>
            Cabut<span className="sr-only"> akses {student.name}</span>
          </Button>
        )}
      </RowActions>
    ),
    'Tindakan',
  ),
]
