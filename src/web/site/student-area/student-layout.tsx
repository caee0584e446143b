import BookOpen from 'lucide-react/icons/book-open'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import FileUser from 'lucide-react/icons/file-user'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import Receipt from 'lucide-react/icons/receipt'
import Settings from 'lucide-react/icons/settings'
import type { ReactNode } from 'react'
import { NavLink, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { requireStudentArea, useSignOut, type Api } from '#web/identity/index.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import '#web/learning/student.css'

export const createStudentLayoutLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) =>
    (await requireStudentArea(api, request)).user

const links = [
  { to: paths.student(), label: 'Dashboard', Icon: House },
  { to: paths.myCourses(), label: 'Kelas Saya', Icon: BookOpen },
  { to: paths.progress(), label: 'Progres', Icon: ChartNoAxesColumn },
  { to: paths.resume(), label: 'CV', Icon: FileUser },
  { to: paths.transactions(), label: 'Transaksi', Icon: Receipt },
  { to: paths.settings(), label: 'Pengaturan', Icon: Settings },
]

/** The student area: a sidebar from 1024 px, an icon bar from 768 px, a bottom tab bar on phones. */
export function StudentLayout() {
  const user = useLoaderData<ReturnType<typeof createStudentLayoutLoader>>()
  const signOut = useSignOut('/student/sign-in')
  return (
    <StudentFrame
      person={
        <>
          <Avatar src={user.avatar} name={user.name} size={44} />
          <div className="min-w-0 md:max-lg:sr-only">
            <p className="truncate font-bold">{user.name}</p>
            <p className="text-sm text-ink-3">Student</p>
          </div>
        </>
      }
      logout={
        <button type="button" className="student-link text-ink-3 max-md:hidden" onClick={() => void signOut()}>
          <LogOut aria-hidden className="size-5 shrink-0" />
          <span className="md:max-lg:sr-only">Logout</span>
        </button>
      }
    >
      <Outlet />
    </StudentFrame>
  )
}

/** The frame without user data. */
function StudentFrame({ person, logout, children }: { person?: ReactNode; logout?: ReactNode; children: ReactNode }) {
  return (
    <div className="student-frame mx-auto max-w-[1320px] max-md:flex max-md:flex-col-reverse md:grid md:grid-cols-[88px_minmax(0,1fr)] lg:grid-cols-[clamp(240px,15rem,28vw)_minmax(0,1fr)] lg:gap-[40px] lg:px-[40px]">
      <aside
        aria-label="Area siswa"
        className="print:hidden md:border-r md:border-line md:px-3 md:py-8 lg:py-10 lg:pr-[20px] lg:pl-0"
      >
        {/* Scrolls by itself where its entries are higher than the screen. */}
        <div className="md:sticky md:top-24 md:max-h-[calc(100dvh-7rem)] md:overflow-y-auto md:overscroll-contain">
          <div className="flex min-h-11 items-center gap-3 px-4 pt-3 md:flex-wrap md:justify-center md:px-0 md:pt-0 lg:flex-nowrap lg:justify-start">
            {person}
            {/* The tab bar of phones has room for six tabs, the same ones as on wide screens. */}
            <NavLink
              to={paths.wishlist()}
              className="ml-auto grid size-11 shrink-0 place-items-center rounded-button hover:bg-sunken aria-[current=page]:text-nila md:max-lg:ml-0"
              title="Wishlist"
            >
              <Heart aria-hidden className="size-5.5" />
              <span className="sr-only">Wishlist</span>
            </NavLink>
          </div>
          <nav aria-label="Menu siswa" className="student-tabs">
            {links.map(({ to, label, Icon }) => (
              <NavLink key={to} to={to} end={to === paths.student()} className="student-link" title={label}>
                <Icon aria-hidden className="size-5 shrink-0" />
                <span className="md:max-lg:sr-only">{label}</span>
              </NavLink>
            ))}
          </nav>
          {logout}
        </div>
      </aside>
      <div className="px-4 pt-4 pb-6 md:px-6 md:py-8 lg:px-0 lg:py-10 print:p-0">{children}</div>
    </div>
  )
}
