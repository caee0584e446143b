import { useEffect, useId } from 'react'
import { Link } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { paths } from '#contract/kit/paths.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { useDisclosure } from '#web/kit/ui/behaviour/use-disclosure.ts'
import { requestLogin } from './session/login-requests.ts'
import { useSession } from './session/use-session.ts'
import { useSignOut } from './session/use-sign-out.ts'

/** The account part of the header. Every visitor gets the same HTML, so it renders signed out; the head script hides that state until the session is read. */
export function AccountMenu() {
  const state = useSession()
  useEffect(() => {
    // Corrects what the head script assumed before the first paint.
    if (state.status !== 'unknown')
      document.documentElement.toggleAttribute('data-signed-in', state.status === 'signed-in')
  }, [state.status])
  if (state.status === 'signed-in') return <SignedIn session={state.session} />
  return (
    // On phones as wide as the picture that takes its place.
    <div className="flex items-center gap-2 in-data-signed-in:invisible max-md:in-data-signed-in:w-9 max-md:in-data-signed-in:overflow-hidden">
      <Button variant="outline" size="sm" onClick={() => void requestLogin({ opens: true })}>
        Sign In
      </Button>
      <ButtonLink to={paths.signUp()} size="sm">
        Sign Up
      </ButtonLink>
    </div>
  )
}

function SignedIn({ session }: { session: Session }) {
  const menuId = useId()
  const { open, setOpen, root, button } = useDisclosure<HTMLDivElement>()
  const signOut = useSignOut()
  const firstName = session.user.name.split(/\s+/)[0] ?? ''
  const item = 'flex min-h-11 w-full items-center rounded-field px-3 text-left text-ink hover:bg-sunken'
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        className="flex min-h-11 items-center gap-2 rounded-full font-semibold hover:bg-sunken sm:pr-3"
        aria-expanded={open}
        aria-controls={menuId}
        aria-label={`Akun ${firstName}`}
        onClick={() => setOpen(!open)}
      >
        <Avatar src={session.user.avatar} name={session.user.name} size={36} />
        <span className="max-w-32 truncate max-sm:sr-only">{firstName}</span>
      </button>
      <div
        id={menuId}
        hidden={!open}
        className="absolute right-0 z-30 mt-2 w-[min(14rem,80vw)] rounded-card border border-line bg-surface p-2 shadow-dialog"
      >
        {isStaff(session.role) && (
          <Link className={item} to={paths.admin()}>
            Admin
          </Link>
        )}
        <Link className={item} to={paths.student()}>
          Profile
        </Link>
        <Link className={item} to={paths.myCourses()}>
          My Courses
        </Link>
        <Link className={item} to={paths.wishlist()}>
          Wishlist
        </Link>
        <Link className={item} to={paths.settings()}>
          Settings
        </Link>
        <button type="button" className={item} onClick={() => void signOut()}>
          Logout
        </button>
      </div>
    </div>
  )
}
