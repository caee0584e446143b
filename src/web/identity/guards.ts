import { redirect } from 'react-router'
import type { Session } from '#contract/identity.ts'
import { isStaff } from '#contract/roles.ts'
import { paths } from '#contract/paths.ts'
import type { Api } from './api.ts'

/** The student area without a session leads home. */
export async function requireStudentArea(api: Api, request: Request): Promise<Session> {
  const session = await api.sessions.read(new URL(request.url).pathname)
  if (!session) throw redirect(paths.home())
  return session
}

/** The admin area without a session leads to sign-in, another role to /no-access. Instructors pass. */
export async function requireStaffArea(api: Api, request: Request): Promise<Session> {
  const session = await api.sessions.read(new URL(request.url).pathname)
  if (session && isStaff(session.role)) return session
  // Staff have a session key of their own; whoever is signed in without it is somebody else.
  const somebodyElse = session ?? (await api.sessions.read(paths.home()))
  throw redirect(somebodyElse ? paths.noAccess() : paths.signIn())
}

/** Pages of one's own that a link may lead to: sign in first, then come back. */
export async function requireSession(api: Api, request: Request): Promise<Session> {
  const { pathname, search } = new URL(request.url)
  const session = await api.sessions.read(pathname)
  if (!session) throw redirect(paths.signIn({ next: pathname + search }))
  return session
}

/** Whoever is signed in already has no business on the sign-in and sign-up pages. */
export async function redirectSignedIn(api: Api): Promise<void> {
  const session = await api.sessions.read('/')
  if (session) throw redirect(homeOf(session))
}

/** Where signing in leads by itself. */
export const homeOf = ({ role }: Pick<Session, 'role'>): string => (isStaff(role) ? paths.admin() : paths.home())
