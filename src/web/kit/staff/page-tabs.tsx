import { useEffect, useRef, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'

type Props = {
  /** Names the group for screen readers. */
  label: string
  pages: readonly { to: string; label: string; /** Behind the label. */ mark?: ReactNode }[]
}

/** Pages that belong together. On narrow screens the row scrolls, to the current one. */
export function PageTabs({ label, pages }: Props) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="relative flex gap-1 overflow-x-auto overscroll-x-contain border-b border-line print:hidden"
    >
      {pages.map((page) => (
        <NavLink
          key={page.to}
          to={page.to}
          end
          className="inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-4 font-semibold text-ink-2 outline-offset-[-2px] hover:text-ink aria-[current=page]:border-nila aria-[current=page]:text-nila"
        >
          {page.label}
          {page.mark}
        </NavLink>
      ))}
    </nav>
  )
}
