import { staffPaths } from '#contract/kit/staff-paths.ts'
import { PageTabs } from '#web/kit/staff/page-tabs.tsx'

type LessonIds = { courseId: string; lessonId: string }

/** The two pages of a quiz for staff. */
export function QuizTabs(ids: LessonIds) {
  const pages = [
    { to: staffPaths.quiz(ids), label: 'Soal' },
    { to: staffPaths.quizResults(ids), label: 'Hasil' },
  ]
  return (
    <div className="mb-6">
      <PageTabs label="Halaman kuis" pages={pages} />
    </div>
  )
}
