import { NavLink } from 'react-router'

/** Pages that belong together. `label` names the group for screen readers. */
export const PageTabs = ({ label, pages }: { label: string; pages: readonly { to: string; label: string }[] }) => (
  <nav aria-label={label} className="mb-6 flex gap-1 border-b border-line print:hidden">
    {pages.map((page) => (
      <NavLink
        key={page.to}
        to={page.to}
        end
        className="inline-flex min-h-11 items-center border-b-2 border-transparent px-4 font-semibold text-ink-2 hover:text-ink aria-[current=page]:border-nila aria-[current=page]:text-nila"
      >
        {page.label}
      </NavLink>
    ))}
  </nav>
)
