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
  if (!otherSession) throw redirect(paths.signIn())
  const promoted = await readPromoted(api, otherSession)
  if (!promoted) throw redirect(paths.noAccess())
  await api.sessions.save(promoted)
  return promoted
}

/** Who became an instructor in this session, which the browser still knows as a student's; null for everyone else. */
async function readPromoted(api: Api, session: Session): Promise<Session | null> {
  const account = await api.authenticated.account.me().catch(() => null)
  if (!account || account.data._id !== session.user._id || !isStaff(account.data.role)) return null
  return { ...session, role: account.data.role, user: { ...session.user, role: account.data.role } }
}
