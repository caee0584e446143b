import { staffPaths } from '#contract/staff-paths.ts'
import { PageTabs } from '#web/staff-kit/page-tabs.tsx'

type Address = { courseId: string; contentId: string }

/** The two pages of a quiz for staff. */
export function QuizTabs(address: Address) {
  const pages = [
    { to: staffPaths.quiz(address), label: 'Pertanyaan' },
    { to: staffPaths.quizResults(address), label: 'Hasil' },
  ]
  return <PageTabs label="Halaman kuis" pages={pages} />
}
