import { BookOpen, Compass, Receipt } from 'lucide-react'
import { NavLink, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/paths.ts'
import { requireStudentArea, useSignOut, type Api } from '#web/identity/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'

export const createStudentLayoutLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) =>
    (await requireStudentArea(api, request)).user

const links = [
  { to: paths.myCourses(), label: 'Kelas Saya', Icon: BookOpen },
  { to: paths.transactions(), label: 'Transaksi', Icon: Receipt },
  { to: paths.catalogue(), label: 'Jelajahi', Icon: Compass },
]

/** The student area: a sidebar from 1024 px, a bar of tabs on a phone. */
export function StudentLayout() {
  const user = useLoaderData<ReturnType<typeof createStudentLayoutLoader>>()
  const signOut = useSignOut('/student/sign-in')
  return (
    <div className="mx-auto max-w-[1320px] lg:grid lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-10 lg:px-10">
      <aside className="border-b border-line lg:border-r lg:border-b-0 lg:py-10 lg:pr-6">
        <div className="flex items-center gap-3 px-4 pt-6 md:px-6 lg:px-0 lg:pt-0">
          <Avatar src={user.avatar} name={user.name} size={44} />
          <div className="min-w-0">
            <p className="truncate font-bold">{user.name}</p>
            <p className="text-sm text-ink-3">Student</p>
          </div>
        </div>
        <nav aria-label="Area siswa" className="mt-4 flex gap-1 overflow-x-auto px-2 pb-2 md:px-4 lg:mt-8 lg:grid lg:px-0">
          {links.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-field px-3 font-semibold whitespace-nowrap text-ink-2 hover:bg-sunken aria-[current=page]:bg-nila-50 aria-[current=page]:text-nila"
            >
              <Icon aria-hidden className="size-5" />
              {label}
            </NavLink>
          ))}
          <Button variant="ghost" className="lg:mt-6 lg:justify-self-start" onClick={() => void signOut()}>
            Logout
          </Button>
        </nav>
      </aside>
      <div className="px-4 py-8 md:px-6 lg:px-0 lg:py-10">
        <Outlet />
      </div>
    </div>
  )
}
