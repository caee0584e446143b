import Search from 'lucide-react/icons/search'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { BellSlot } from './bell-slot.tsx'
import { CartLink } from './cart-link.tsx'
import { CourseMenu } from './course-menu.tsx'
import { Logo } from '#web/kit/ui/logo.tsx'
import { MobileMenu, MobileMenuButton } from './mobile-menu.tsx'
import { SearchForm } from './search-form.tsx'

const link =
  'flex h-11 items-center rounded-button px-3 font-semibold whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:text-nila'

/** Sticky, and compact after 50 px of scrolling. An IntersectionObserver on a sentinel element detects the 50 px instead of a scroll listener. */
export function Header({ categories, claim, account }: { categories: Category[]; claim: string; account: ReactNode }) {
  const menuId = useId()
  const header = useRef<HTMLElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = header.current
    if (!element || !sentinel.current) return
    const observer = new IntersectionObserver((changes) =>
      element.toggleAttribute('data-compact', !changes.at(-1)?.isIntersecting),
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <div ref={sentinel} aria-hidden="true" className="pointer-events-none absolute top-0 h-[50px] w-px" />
      <header ref={header} className="site-header print:hidden">
        <div className="wrap flex h-full items-center gap-1">
          <Link
            to={paths.home()}
            className="mr-auto -ml-1 flex h-11 min-w-11 items-center rounded-button px-1 @min-[70rem]:mr-4"
          >
            <Logo />
            <span className="sr-only">, ke beranda</span>
          </Link>
          {/* Positions the panel below the whole bar instead of below its button. */}
          <nav aria-label="Utama" className="relative hidden items-center @min-[70rem]:flex">
            <NavLink to={paths.sale()} className={link}>
              Flash Sale
            </NavLink>
            <CourseMenu categories={categories} claim={claim} />
            <NavLink to={paths.learningPaths()} className={link}>
              Jalur
            </NavLink>
            <NavLink to={paths.bundles()} className={link}>
              Paket
            </NavLink>
            <NavLink to={paths.ebooks()} className={link}>
              E-Book
            </NavLink>
            <NavLink to={paths.tips()} className={link}>
              Tips
            </NavLink>
          </nav>
          <SearchForm className="mx-auto hidden w-full max-w-80 flex-1 pl-4 @min-[47rem]:block" />
          <Link
            to={paths.search({ q: '' })}
            state={{ types: true }}
            className="grid size-11 min-w-0 place-items-center rounded-button hover:bg-sunken @min-[47rem]:hidden"
          >
            <Search className="size-5.5" />
            <span className="sr-only">Cari</span>
          </Link>
          {/* With large text on a small phone what does not fit wraps out of sight: the sheet has these links, too. */}
          <div data-wraps-away className="header-links">
            <BellSlot />
            <CartLink />
          </div>
          {/* On phones the bar shows the account of signed-in users only; the sheet has the sign-in buttons. */}
          <div className="hidden pl-1 @min-[47rem]:block @min-[47rem]:pl-3 in-data-signed-in:block">{account}</div>
          <div className="-mr-2 min-w-0 @min-[70rem]:hidden">
            <MobileMenuButton menuId={menuId} />
          </div>
        </div>
        <MobileMenu id={menuId} categories={categories} claim={claim} account={account} />
      </header>
    </>
  )
}
