import ChevronDown from 'lucide-react/icons/chevron-down'
import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { CategorySwatch } from '#web/catalog/lists/topic-list.tsx'
import { Logo } from '#web/kit/ui/logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const row = 'flex min-h-13 items-center justify-between rounded-button px-3 text-lg font-bold hover:bg-sunken'

/** The menu of small screens: a full-height popover, which works without scripts. */
export function MobileMenu({
  id,
  categories,
  claim,
  account,
}: {
  id: string
  categories: Category[]
  /** Empty: none. */ claim: string
  account: ReactNode
}) {
  const sheet = useRef<HTMLDivElement>(null)
  // Client-side navigation would leave the sheet open, and the sign-in dialog would open behind it.
  useEffect(() => {
    const element = sheet.current
    const closeOnLink = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a, .sheet-account button')) element?.hidePopover()
    }
    element?.addEventListener('click', closeOnLink)
    return () => element?.removeEventListener('click', closeOnLink)
  }, [])
  return (
    <div ref={sheet} id={id} popover="auto" className="menu-sheet">
      <div className="flex h-14 items-center justify-between border-b border-line px-4">
        <Logo />
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="-mr-2 grid size-11 place-items-center rounded-button hover:bg-sunken"
        >
          <X className="size-6" />
          <span className="sr-only">Tutup menu</span>
        </button>
      </div>
      <nav aria-label="Menu" className="p-3">
        {claim && <p className="px-3 pt-1 pb-2 text-sm text-ink-3">{claim}</p>}
        <Link to={paths.sale()} className={row}>
          Flash Sale
        </Link>
        <details className="group">
          <summary className={row}>
            Kelas
            <ChevronDown className="size-5 soft group-open:rotate-180" />
          </summary>
          <ul className="mb-2 ml-3 border-l border-line pl-2">
            {categories.map(({ slug, name, courseCount }) => (
              <li key={slug}>
                <Link
                  to={paths.keyword({ keyword: slug })}
                  className="flex min-h-11 items-center gap-3 rounded-button px-2 hover:bg-sunken"
                >
                  <CategorySwatch slug={slug} />
                  <span className="flex-1">{name}</span>
                  <span className="text-xs text-ink-3">{`${courseCount} kelas`}</span>
                </Link>
              </li>
            ))}
            <li>
              <Link
                to={paths.catalogue()}
                className="flex min-h-11 items-center rounded-button px-2 font-bold text-nila hover:bg-sunken"
              >
                Lihat Semua Kelas →
              </Link>
            </li>
          </ul>
        </details>
        <Link to={paths.learningPaths()} className={row}>
          Jalur
        </Link>
        <Link to={paths.bundles()} className={row}>
          Paket
        </Link>
        <Link to={paths.ebooks()} className={row}>
          E-Book
        </Link>
        <Link to={paths.tips()} className={row}>
          Tips
        </Link>
        <Link to={paths.cart()} className={row}>
          Keranjang
        </Link>
        <div className="hidden in-data-signed-in:block">
          <Link to={paths.wishlist()} className={row}>
            Wishlist
          </Link>
          <Link to={paths.notifications()} className={row}>
            Notifikasi
          </Link>
        </div>
      </nav>
      <div className="grid gap-6 border-t border-line px-6 py-6">
        {/* For signed-in users the account is in the header bar. */}
        <div className="sheet-account in-data-signed-in:hidden @min-[47rem]:hidden">{account}</div>
        <ThemeSwitch />
      </div>
    </div>
  )
}

export function MobileMenuButton({ menuId }: { menuId: string }) {
  return (
    <button
      type="button"
      popoverTarget={menuId}
      className="grid size-11 max-w-full place-items-center rounded-button hover:bg-sunken"
    >
      <Menu className="size-6" />
      <span className="sr-only">Buka menu</span>
    </button>
  )
}
