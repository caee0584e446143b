import { NavLink } from 'react-router'
import { staffPaths } from '#contract/staff-paths.ts'

type Address = { courseId: string; contentId: string }

/** The two pages of a quiz for staff. */
export function QuizTabs(address: Address) {
  const pages = [
    { to: staffPaths.quiz(address), label: 'Pertanyaan' },
    { to: staffPaths.quizResults(address), label: 'Hasil' },
  ]
  return (
    <nav aria-label="Halaman kuis" className="mb-6 flex gap-1 border-b border-line">
      {pages.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center border-b-2 border-transparent px-4 font-semibold text-ink-2 hover:text-ink aria-[current=page]:border-nila aria-[current=page]:text-nila"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
