import { NavLink } from 'react-router'
import { staffPaths } from '#contract/staff-paths.ts'

const tabs = [
  { to: staffPaths.privacy(), label: 'Permintaan' },
  { to: staffPaths.privacyIncidents(), label: 'Insiden' },
]

export const PrivacyTabs = () => (
  <nav aria-label="Bagian privasi" className="mb-5 flex gap-1 border-b border-line">
    {tabs.map(({ to, label }) => (
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
