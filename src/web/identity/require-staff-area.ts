import { redirect } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Api } from './api.ts'

/** Redirects to sign-in without a session, and to /no-access with another role. Instructors are staff. */
export async function requireStaffArea(api: Api, request: Request): Promise<Session> {
  const session = await api.sessions.read(new URL(request.url).pathname)
  if (session && isStaff(session.role)) return session
  // Staff sessions have a separate storage key. A session without that key belongs to another role.
  const otherSession = session ?? (await api.sessions.read(paths.home()))
  throw redirect(otherSession ? paths.noAccess() : paths.signIn())
}
