import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import type { LucideIcon } from 'lucide-react'
import { paths } from '#contract/paths.ts'

export type StaffLink = {
  to: string
  label: string
  Icon: LucideIcon
  /** Instructors do not see it. */ adminOnly?: true
  /** Only the page itself counts as this entry, not those below it. */ end?: true
}

/** The entries of the staff's sidebar, in their order. A new page gets a line here. */
export const staffLinks: readonly StaffLink[] = [{ to: paths.admin(), label: 'Overview', Icon: LayoutDashboard, end: true }]
