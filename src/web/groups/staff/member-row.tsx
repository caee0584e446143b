import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '#contract/kit/staff-paths.ts'

type Props = {
  courseId: string
  member: { userId: string; name: string; email: string }
  /** Stands beside the address. */
  text: ReactNode
  /** Buttons and links. */
  children: ReactNode
}

/** A student in a list of members of a cohort, or of those who wait for one. */
export const MemberRow = ({ courseId, member: { userId, name, email }, text, children }: Props) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 wrap-anywhere">
    <span className="min-w-0">
      <Link to={staffPaths.courseStudent({ courseId, studentId: userId })} className="font-semibold hover:underline">
        {name}
      </Link>
      <span className="block text-sm text-ink-3">
        {email} · {text}
      </span>
    </span>
    <span className="flex flex-wrap gap-2 print:hidden">{children}</span>
  </li>
)
