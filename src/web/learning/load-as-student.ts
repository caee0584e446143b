import type { SessionUser } from '#contract/identity/identity.ts'
import { load, requireStudentArea, type Api, type PageKind } from '#web/identity/index.ts'

const studentPage: PageKind<SessionUser> = {
  guard: async (api, request) => (await requireStudentArea(api, request)).user,
  async errorPage({ status, message }, api, request) {
    // The API client has cleared the session, so this redirects.
    if (status === 401) await requireStudentArea(api, request)
    return status === null ? null : { status, message }
  },
}

/** Loader of a student page. */
export const loadAsStudent = <Loaded>(api: Api, request: Request, run: (user: SessionUser) => Promise<Loaded>) =>
  load(api, request, studentPage, run)
