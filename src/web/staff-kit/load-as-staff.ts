import { data, redirect } from 'react-router'
import { failureStatus, serverMessage, registerContract } from '#contract/client.ts'
import type { Session } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { staffContract } from '#contract/staff.ts'
import { requireStaffArea, type Api } from '#web/identity/index.ts'

type Options = { /** Redirects instructors to /no-access. */ adminOnly?: boolean }

/**
 * Loader of a staff page: requires a staff session, then loads the data. A rejected call becomes an error page with the same status.
 * The checks here only avoid a failing call; the server enforces access.
 */
export async function loadAsStaff<Loaded>(
  api: Api,
  request: Request,
  load: (session: Session) => Promise<Loaded>,
  { adminOnly = false }: Options = {},
): Promise<Loaded> {
  registerContract(staffContract)
  const session = await requireStaffArea(api, request)
  if (adminOnly && session.role !== 'admin') throw redirect(paths.noAccess())
  try {
    return await load(session)
  } catch (error) {
    const status = failureStatus(error)
    if (status === null) throw error
    if (status === 401) throw redirect(paths.signIn({ next: new URL(request.url).pathname + new URL(request.url).search }))
    if (status === 403) throw redirect(paths.noAccess())
    // A malformed id is shown as not found.
    throw data(serverMessage(error), { status: status === 422 ? 404 : status })
  }
}
