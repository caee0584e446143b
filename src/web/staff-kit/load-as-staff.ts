import { data, redirect } from 'react-router'
import { failureStatus, serverMessage, teachClient } from '#contract/client.ts'
import type { Session } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { staffContract } from '#contract/staff.ts'
import { requireStaffArea, type Api } from '#web/identity/index.ts'

type Options = { /** Leads an instructor to /no-access. */ adminOnly?: boolean }

/**
 * A loader of the staff's side: who may see the page at all, then its data. What the server refuses becomes the page of that refusal;
 * the server alone decides, this only saves a detour.
 */
export async function loadAsStaff<Loaded>(
  api: Api,
  request: Request,
  load: (session: Session) => Promise<Loaded>,
  { adminOnly = false }: Options = {},
): Promise<Loaded> {
  teachClient(staffContract)
  const session = await requireStaffArea(api, request)
  if (adminOnly && session.role !== 'admin') throw redirect(paths.noAccess())
  try {
    return await load(session)
  } catch (error) {
    const status = failureStatus(error)
    if (status === null) throw error
    if (status === 401) throw redirect(paths.signIn({ next: new URL(request.url).pathname + new URL(request.url).search }))
    if (status === 403) throw redirect(paths.noAccess())
    // A malformed id is simply not found.
    throw data(serverMessage(error), { status: status === 422 ? 404 : status })
  }
}
