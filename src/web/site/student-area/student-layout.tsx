import BookOpen from 'lucide-react/icons/book-open'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import FileUser from 'lucide-react/icons/file-user'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import Receipt from 'lucide-react/icons/receipt'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { NavLink, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { teamsContract } from '#contract/groups/teams.ts'
import { paths } from '#contract/kit/paths.ts'
import { requireStudentArea, useApi, useSignOut, type Api } from '#web/identity/index.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import '#web/learning/student.css'

registerContract({ teams: teamsContract })

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

/** The tab bar of phones has no room for them: there they are icons beside the name. */
const shortcuts = [
  { to: paths.wishlist(), label: 'Wishlist', Icon: Heart },
  { to: paths.schedule(), label: 'Jadwal', Icon: CalendarDays },
]
const teams = { to: paths.teams(), label: 'Tim', Icon: Users }

/** The student area: a sidebar from 1024 px, an icon bar from 768 px, a bottom tab bar on phones. */
export function StudentLayout() {
  const user = useLoaderData<ReturnType<typeof createStudentLayoutLoader>>()
  const signOut = useSignOut('/student/sign-in')
  const { authenticated } = useApi()
  const managed = useRemoteAddition(
    user._id,
    async (signal) => (await authenticated.teams.listTeams(undefined, { signal })).data,
  )
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
      extra={managed !== undefined && managed.length > 0 ? [...shortcuts, teams] : shortcuts}
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

type FrameProps = { person?: ReactNode; extra: typeof shortcuts; logout?: ReactNode; children: ReactNode }

/** The frame without user data. */
function StudentFrame({ person, extra, logout, children }: FrameProps) {
  return (
    <div className="student-frame mx-auto max-w-[1320px] max-md:flex max-md:flex-col-reverse md:grid md:grid-cols-[88px_minmax(0,1fr)] lg:grid-cols-[clamp(240px,15rem,28vw)_minmax(0,1fr)] lg:gap-[40px] lg:px-[40px]">
      <aside
        aria-label="Area siswa"
        className="print:hidden md:border-r md:border-line md:px-3 md:py-8 lg:py-10 lg:pr-[20px] lg:pl-0"
      >
        {/* Scrolls by itself where its entries are higher than the screen. */}
        <div className="max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:px-4 max-md:pt-3 md:sticky md:top-24 md:max-h-[calc(100dvh-7rem)] md:overflow-y-auto md:overscroll-contain">
          <div className="flex min-h-11 min-w-0 items-center gap-3 max-md:flex-[1_1_8rem] md:justify-center lg:justify-start">
            {person}
          </div>
          <nav aria-label="Menu siswa" className="student-tabs">
            {links.map(({ to, label, Icon }) => (
              <NavLink key={to} to={to} end={to === paths.student()} className="student-link" title={label}>
                <Icon aria-hidden className="size-5 shrink-0" />
                <span className="md:max-lg:sr-only">{label}</span>
              </NavLink>
            ))}
          </nav>
          {/* Reversed on phones, so that what appears later moves nothing. */}
          <nav
            aria-label="Menu lainnya"
            className="max-md:flex max-md:shrink-0 max-md:flex-row-reverse md:mt-1 md:grid md:gap-1"
          >
            {extra.map(({ to, label, Icon }) => (
              <NavLink key={to} to={to} className="student-link max-md:min-h-11! max-md:w-11" title={label}>
                <Icon aria-hidden className="size-5.5 shrink-0 md:size-5" />
                <span className="max-lg:sr-only">{label}</span>
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
