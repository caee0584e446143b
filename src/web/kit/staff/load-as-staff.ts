import { redirect } from 'react-router'
import { failureCode, registerContract } from '#contract/client.ts'
import type { Session } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffContract } from '#contract/staff.ts'
import { load, requireStaffArea, type Api, type PageKind } from '#web/identity/index.ts'

registerContract(staffContract)

type Options = { /** Redirects instructors to /no-access. */ adminOnly?: boolean }

const staffPage: PageKind<Session> = {
  guard(api, request) {
    return requireStaffArea(api, request)
  },
  errorPage({ status, message }, _, request) {
    if (status === null) return null
    const { pathname, search } = new URL(request.url)
    if (status === 401) throw redirect(paths.signIn({ next: pathname + search }))
    if (status === 403) throw redirect(paths.noAccess())
    // A malformed id is shown as not found.
    return { status: status === 422 ? 404 : status, message }
  },
}

const adminPage: PageKind<Session> = {
  ...staffPage,
  async guard(api, request) {
    const session = await staffPage.guard(api, request)
    if (session.role !== 'admin') throw redirect(paths.noAccess())
    return session
  },
}

/** Loader of a staff page. The checks here only avoid a failing call; the server enforces access. */
export const loadAsStaff = <Loaded>(
  api: Api,
  request: Request,
  run: (session: Session) => Promise<Loaded>,
  { adminOnly = false }: Options = {},
) =>
  load(api, request, adminOnly ? adminPage : staffPage, async (session) => {
    try {
      return await run(session)
    } catch (error) {
      if (failureCode(error) === 'TWO_STEP_REQUIRED') throw redirect(`${paths.adminSecurity()}?wajib`)
      throw error
    }
  })
