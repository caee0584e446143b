import { registerContract } from '#contract/client.ts'
import { onDemandContract } from '#contract/on-demand.ts'
import { requireStudentArea, type PageKind } from '#web/identity/index.ts'

registerContract(onDemandContract)

/** The pages of teams are for whoever is signed in. */
export const teamPage: PageKind<null> = {
  guard: async (api, request) => {
    await requireStudentArea(api, request)
    return null
  },
  async errorPage({ status, message }, api, request) {
    // The API client has cleared the session, so this redirects.
    if (status === 401) await requireStudentArea(api, request)
    return status === null ? null : { status, message }
  },
}
