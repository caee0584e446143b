import { data } from 'react-router'
import { failureStatus, serverMessage } from '#contract/client.ts'
import type { SessionUser } from '#contract/identity.ts'
import { requireStudentArea, type Api } from '#web/identity/index.ts'

/** A loader of one's own pages: who is here, then the data. What the server refuses becomes the page of that refusal. */
export async function loadMine<Loaded>(api: Api, request: Request, load: (user: SessionUser) => Promise<Loaded>): Promise<Loaded> {
  const { user } = await requireStudentArea(api, request)
  try {
    return await load(user)
  } catch (error) {
    const status = failureStatus(error)
    if (status === null) throw error
    // The session has just been forgotten: this leads where visitors without one are led.
    if (status === 401) await requireStudentArea(api, request)
    throw data(serverMessage(error), { status })
  }
}
