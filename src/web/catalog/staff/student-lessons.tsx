import { Link } from 'react-router'
import type { StudentResults } from '#contract/assessment/quiz-results.ts'
import { submissionStatusLabels } from '#contract/assessment/assignment-values.ts'
import type { CourseStudentDetail } from '#contract/learning/course-students.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { lessonTypeLabels } from '#web/catalog/lesson-type-labels.ts'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'

type Lesson = CourseStudentDetail['lessons'][number]
type Props = { student: CourseStudentDetail; results: StudentResults }

const lessonColumns = ({ student, results }: Props): Column<Lesson>[] => [
  {
    key: 'title',
    label: 'Materi',
    isName: true,
    cell: ({ title, type, chapter }) => (
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{title}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">
          {[lessonTypeLabels[type], chapter].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    key: 'completed',
    label: 'Diselesaikan',
    cell: ({ completedAt }) =>
      completedAt ? <time dateTime={completedAt}>{formatShortDateTime(completedAt)}</time> : 'Belum',
  },
  {
    key: 'result',
    label: 'Hasil',
    cell: (lesson) => <Result lesson={lesson} courseId={student.course._id} email={student.email} results={results} />,
  },
]

/** All lessons of the course in order: when this student completed each, and the result of quizzes and assignments. */
export function StudentLessons({ student, results }: Props) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-xl font-bold">Materi</h2>
      {student.lessons.length === 0 ? (
        <EmptyState title="Tidak ada konten" text="Kelas ini belum punya materi." />
      ) : (
        <StaffTable
          caption="Materi"
          columns={lessonColumns({ student, results })}
          rows={student.lessons}
          keyOf={({ _id }) => _id}
        />
      )}
    </section>
  )
}

type ResultProps = { lesson: Lesson; courseId: string; email: string; results: StudentResults }

function Result({ lesson, courseId, email, results }: ResultProps) {
  const link = 'inline-flex min-h-6 underline'
  const quiz = results.quizzes.find(({ contentId }) => contentId === lesson._id)
  if (quiz) {
    const best =
      quiz.bestPercent === null
        ? 'Sedang dikerjakan'
        : `${quiz.bestPercent}% · ${quiz.passed ? 'Lulus' : 'Belum lulus'}`
    return (
      <Link
        to={`${staffPaths.quizResults({ courseId, lessonId: lesson._id })}?${new URLSearchParams({ q: email })}`}
        className={link}
      >
        {best} · {quiz.attempts} percobaan
      </Link>
    )
  }
  const assignment = results.assignments.find(({ contentId }) => contentId === lesson._id)
  if (assignment) {
    const { submissionId, status, points, maximumPoints } = assignment
    return (
      <Link to={staffPaths.submission({ submissionId })} className={link}>
        {submissionStatusLabels[status]}
        {points !== null && maximumPoints !== null && ` · ${points}/${maximumPoints} poin`}
      </Link>
    )
  }
  if (lesson.type === 'quiz') return 'Belum dikerjakan'
  return lesson.type === 'assignment' ? submissionStatusLabels.none : '–'
}
