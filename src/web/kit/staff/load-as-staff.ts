import { redirect, type LoaderFunctionArgs } from 'react-router'
import { failureCode, registerContract } from '#contract/client.ts'
import type { Session } from '#contract/identity/identity.ts'
import type { EndpointMeta } from '#contract/kit/endpoint.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffContract } from '#contract/staff.ts'
import { load, requireStaffArea, type Api, type PageKind } from '#web/identity/index.ts'

registerContract(staffContract)

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

type Calls = Record<string, Record<string, { '~orpc': { meta: Partial<EndpointMeta> } } | undefined> | undefined>
const ofContract: Calls = staffContract

/** The client of a page: naming a call that the contract leaves to admins leads an instructor to /no-access before it is made. */
function asRole(authenticated: Api['authenticated'], role: Session['role']): Api['authenticated'] {
  if (role === 'admin') return authenticated
  return new Proxy(authenticated, {
    get: (parts, part: keyof Api['authenticated']) =>
      new Proxy(parts[part], {
        get(calls, name: string) {
          if (ofContract[part]?.[name]?.['~orpc'].meta.access === 'admin') throw redirect(paths.noAccess())
          return Reflect.get(calls, name) as unknown
        },
      }),
  })
}

/** Loader of a staff page. The checks here only avoid a failing call; the server enforces access. */
const loadAsStaff = <Loaded>(api: Api, request: Request, run: (session: Session) => Promise<Loaded>) =>
  load(api, request, staffPage, async (session) => {
    try {
      return await run(session)
    } catch (error) {
      if (failureCode(error) === 'TWO_STEP_REQUIRED') throw redirect(`${paths.adminSecurity()}?wajib`)
      throw error
    }
  })

type At = Pick<LoaderFunctionArgs, 'request' | 'params'> & { session: Session }
type Run<Loaded> = (api: Api, at: At) => Promise<Loaded>

/** Makes the loader of a page for all staff who may make its calls, once the client of the API is there. */
export const staffLoader =
  <Loaded>(run: Run<Loaded>) =>
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, (session) =>
      run({ ...api, authenticated: asRole(api.authenticated, session.role) }, { request, params, session }),
    )

/** Loads nothing, for whoever may make the call with which the page ends. */
export const loaderToCall = (named: (authenticated: Api['authenticated']) => unknown) =>
  staffLoader(async ({ authenticated }, { session: { user } }) => {
    named(authenticated)
    return user.name
  })
