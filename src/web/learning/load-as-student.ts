import { data } from 'react-router'
import { failureStatus, serverMessage } from '#contract/client.ts'
import type { SessionUser } from '#contract/identity.ts'
import { requireStudentArea, type Api } from '#web/identity/index.ts'

/** Loader of a student page: requires a session, then loads the data. A rejected call becomes an error page with the same status. */
export async function loadAsStudent<Loaded>(api: Api, request: Request, load: (user: SessionUser) => Promise<Loaded>): Promise<Loaded> {
  const { user } = await requireStudentArea(api, request)
  try {
    return await load(user)
  } catch (error) {
    const status = failureStatus(error)
    if (status === null) throw error
    // The API client has cleared the session, so this redirects to sign-in.
    if (status === 401) await requireStudentArea(api, request)
    throw data(serverMessage(error), { status })
  }
}
