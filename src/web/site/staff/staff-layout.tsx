import ExternalLink from 'lucide-react/icons/external-link'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Link, matchPath, Outlet, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import type { SessionUser } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { requireStaffArea, useSignOut, type Api } from '#web/identity/index.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import { StaffTabs, WaitingBadge } from './staff-tabs.tsx'
import { staffEntryGroups, type StaffEntry } from './staff-links.ts'
import { sumWaiting, useWaiting, type Waiting } from './use-waiting.ts'
import './staff.css'

export const createStaffLayoutLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) =>
    (await requireStaffArea(api, request)).user

type Props = { /** The site's logo. */ brand: ReactNode; bell: ReactNode; themeSwitch: ReactNode }

/** Layout of the staff pages: a sidebar from 1024 px, a bar with a menu on smaller screens. */
export function StaffLayout({ brand, bell, themeSwitch }: Props) {
  const user = useLoaderData<ReturnType<typeof createStaffLayoutLoader>>()
  const waiting = useWaiting(user.role)
  const { pathname } = useLocation()
  return (
    <div className="min-h-dvh bg-bg lg:grid lg:grid-cols-[clamp(256px,16rem,30vw)_minmax(0,1fr)] print:block print:bg-surface">
      <PhoneBar user={user} waiting={waiting} brand={brand} bell={bell} themeSwitch={themeSwitch} />
      <aside
        aria-label="Menu admin"
        className="sticky top-0 hidden h-dvh flex-col overflow-y-auto overscroll-contain border-r border-line bg-surface px-[16px] py-6 lg:flex print:hidden"
      >
        <Link to={paths.home()} className="mb-6 self-start px-2">
          {brand}
        </Link>
        <SidebarContent user={user} waiting={waiting} bell={bell} themeSwitch={themeSwitch} Heading="h2" />
      </aside>
      <div className="min-w-0">
        <StaffTabs role={user.role} waiting={waiting} />
        <main id="konten" tabIndex={-1} className="outline-none">
          {/* Dialogs, messages and what was typed belong to one page, also where the next is of the same kind. */}
          <Outlet key={pathname} context={user} />
        </main>
      </div>
    </div>
  )
}

function PhoneBar({ user, waiting, brand, bell, themeSwitch }: Props & Omit<SidebarProps, 'Heading'>) {
  const { key } = useLocation()
  const [open, setOpen] = useResettingState(key, false)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden print:hidden">
      <Link to={paths.admin()} className="flex min-w-0">
        {brand}
      </Link>
      <div className="ml-auto">{bell}</div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="-mr-2 flex min-h-11 shrink-0 items-center gap-2 rounded-field px-3 font-semibold hover:bg-sunken"
      >
        <Menu aria-hidden className="size-5" />
        Menu
      </button>
      <Dialog title="Menu admin" open={open} onClose={() => setOpen(false)}>
        {/* Below the heading of the dialog. */}
        <SidebarContent user={user} waiting={waiting} bell={null} themeSwitch={themeSwitch} Heading="h3" />
      </Dialog>
    </header>
  )
}

const row =
  'flex min-h-11 lg:min-h-9 w-full items-center gap-[12px] rounded-field px-[12px] text-left font-semibold text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-nila-50 aria-[current=page]:text-nila'

/** How much of the end of the links fades. */
const fadePx = 32

/** Scrolls the frame of a link only. With scrollIntoView() the first Tab would begin there, behind the link to the content. */
function scrollFrameTo(link: Element): void {
  let frame = link.parentElement
  while (frame && !(getComputedStyle(frame).overflowY === 'auto' && frame.scrollHeight > frame.clientHeight))
    frame = frame.parentElement
  if (!frame) return
  const [around, box] = [frame.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.bottom > around.bottom - fadePx) frame.scrollTop += box.bottom - around.bottom + fadePx
  else if (box.top < around.top) frame.scrollTop -= around.top - box.top
}

type SidebarProps = {
  user: SessionUser
  waiting: Waiting
  bell: ReactNode
  themeSwitch: ReactNode
  /** Heads the groups of links. */
  Heading: 'h2' | 'h3'
}

function SidebarContent({ user, waiting, bell, themeSwitch, Heading }: SidebarProps) {
  const signOut = useSignOut(paths.adminSignIn())
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    if (current) scrollFrameTo(current)
  }, [pathname])
  const id = useId()
  return (
    <div className="flex flex-1 flex-col">
      <div className="mb-5 flex items-center gap-3 px-2">
        <Avatar src={user.avatar} name={user.name} size={40} />
        <div className="min-w-0">
          <p className="leading-snug font-bold wrap-anywhere">Halo, {user.name}!</p>
          <p className="text-sm text-ink-3">{user.role === 'admin' ? 'Admin' : 'Instruktur'}</p>
        </div>
        <div className="ml-auto max-lg:hidden">{bell}</div>
      </div>
      {/* The links scroll on low screens, where they fade at the end; Logout stays in reach. With large text the whole sidebar scrolls:
          the height of the links does not count, only their minimum. */}
      <nav
        ref={nav}
        aria-label="Admin"
        className="mb-4 lg:min-h-60 lg:flex-1 lg:contain-size lg:overflow-y-auto lg:[mask-image:linear-gradient(to_bottom,black_calc(100%-2rem),transparent)]"
      >
        <div className="grid gap-4 lg:gap-3 lg:pb-8">
          {staffEntryGroups(user.role).map(({ heading, entries }, index) => (
            <div key={heading}>
              {heading && (
                <Heading id={`${id}-${index}`} className="px-3 pb-1 text-xs font-bold text-ink-3">
                  {heading}
                </Heading>
              )}
              <ul className="grid gap-0.5" aria-labelledby={heading ? `${id}-${index}` : undefined}>
                {entries.map((entry) => (
                  <li key={entry.label}>
                    <SidebarLink entry={entry} waiting={waiting} pathname={pathname} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div className="mt-auto grid gap-0.5 border-t border-line pt-4 max-lg:mt-5">
        <Link to={paths.home()} className={row}>
          <ExternalLink aria-hidden className="size-5 shrink-0" />
          Lihat situs
        </Link>
        <button type="button" className={row} onClick={() => void signOut()}>
          <LogOut aria-hidden className="size-5 shrink-0" />
          Logout
        </button>
        <div className="px-2 pt-3">{themeSwitch}</div>
      </div>
    </div>
  )
}

type SidebarLinkProps = { entry: StaffEntry; waiting: Waiting; pathname: string }

function SidebarLink({ entry: { label, Icon, end, pages }, waiting, pathname }: SidebarLinkProps) {
  const [first] = pages
  if (!first) return null
  const isCurrent = pages.some(({ to }) => matchPath({ path: to, end: end ?? false }, pathname))
  return (
    <Link to={first.to} aria-current={isCurrent ? 'page' : undefined} className={row}>
      <Icon aria-hidden className="size-5 shrink-0" />
      {label}
      <span className="ml-auto">
        <WaitingBadge
          count={sumWaiting(
            waiting,
            pages.map(({ counts }) => counts),
          )}
        />
      </span>
    </Link>
  )
}
