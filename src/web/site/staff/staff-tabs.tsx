import { useLocation } from 'react-router'
import type { Role } from '#contract/kit/roles.ts'
import { PageTabs } from '#web/kit/staff/page-tabs.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { findTabs } from './staff-links.ts'
import { sumWaiting, type Waiting } from './use-waiting.ts'

export const WaitingBadge = ({ count }: { count: string | null }) =>
  count && (
    <Badge tone="promo">
      {count}
      <span className="sr-only"> menunggu</span>
    </Badge>
  )

/** The pages that are one task with the current page, above it. Outside of `main`: who skips to the content passes them. */
export function StaffTabs({ role, waiting }: { role: Role; waiting: Waiting }) {
  const { pathname } = useLocation()
  const entry = findTabs(role, pathname)
  if (!entry) return null
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-3 md:px-6 lg:px-10 lg:pt-6">
      <PageTabs
        label={`Bagian ${entry.label}`}
        pages={entry.pages.map(({ to, label, counts }) => ({
          to,
          label,
          mark: <WaitingBadge count={sumWaiting(waiting, [counts])} />,
        }))}
      />
    </div>
  )
}
