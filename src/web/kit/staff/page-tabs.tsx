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
    const row = nav.current
    const tab = row?.querySelector<HTMLElement>('[aria-current=page]')
    if (!row || !tab) return
    // Only the row: scrollIntoView() would also scroll the page, which keeps its place in a reload.
    const end = tab.offsetLeft + tab.offsetWidth
    row.scrollLeft = Math.min(Math.max(row.scrollLeft, end - row.clientWidth), tab.offsetLeft)
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
