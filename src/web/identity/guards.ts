import { redirect } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { paths } from '#contract/kit/paths.ts'
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

/** For private pages that links lead to: redirects to sign-in, which then returns to the page. */
export async function requireSession(api: Api, request: Request): Promise<Session> {
  const { pathname, search } = new URL(request.url)
  const session = await api.sessions.read(pathname)
  if (!session) throw redirect(paths.signIn({ next: pathname + search }))
  return session
}

/** The landing page after sign-in. */
export const homeOf = ({ role }: Pick<Session, 'role'>): string => (isStaff(role) ? paths.admin() : paths.home())
