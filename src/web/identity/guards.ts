import { redirect } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import { isStaff } from '#contract/identity/roles.ts'
import { paths, safeNext } from '#contract/kit/paths.ts'
import type { Api } from './api.ts'
import { requestLogin } from './session/login-requests.ts'

/** Redirects home when there is no session, and opens the sign-in dialog there, after which the requested page opens. */
export async function requireStudentArea(api: Api, request: Request): Promise<Session> {
  const { pathname, search } = new URL(request.url)
  const session = await api.sessions.read(pathname)
  if (session) return session
  void requestLogin({ reason: 'Masuk dulu untuk membuka halaman itu.', opens: pathname + search })
  throw redirect(paths.home())
}

/** Redirects to sign-in without a session, and to /no-access with another role. Instructors are staff. */
export async function requireStaffArea(api: Api, request: Request): Promise<Session> {
  const session = await api.sessions.read(new URL(request.url).pathname)
  if (session && isStaff(session.role)) return session
  // Staff sessions have a separate storage key. A session without that key belongs to another role.
  const otherSession = session ?? (await api.sessions.read(paths.home()))
  throw redirect(otherSession ? paths.noAccess() : paths.signIn())
}

/** For private pages that links lead to: redirects to sign-in, which then returns to the page. */
export async function requireSession(api: Api, request: Request): Promise<Session> {
  const { pathname, search } = new URL(request.url)
  const session = await api.sessions.read(pathname)
  if (!session) throw redirect(paths.signIn({ next: pathname + search }))
  return session
}

/** Redirects signed-in users away from the sign-in and sign-up pages. */
export async function redirectSignedIn(api: Api, request: Request): Promise<void> {
  const target = await targetOfSignedIn(api, new URL(request.url).search)
  if (target !== null) throw redirect(target)
}

/** The page that a sign-in would have led to; null for somebody who is not signed in. */
export async function targetOfSignedIn({ sessions }: Api, search: string): Promise<string | null> {
  const next = safeNext(new URLSearchParams(search).get('next'))
  // Its own session decides, or the two pages would lead to each other.
  if (next !== null && (await sessions.read(next))) return next
  const session = await sessions.read(paths.home())
  return session && homeOf(session)
}

/** The landing page after sign-in. */
export const homeOf = ({ role }: Pick<Session, 'role'>): string => (isStaff(role) ? paths.admin() : paths.home())
