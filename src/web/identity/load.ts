import { data } from 'react-router'
import { failureCode, failureStatus, serverMessage } from '#contract/client.ts'
import type { Api } from './api.ts'

/** A call of a loader that the server rejected; the status is null for a response that the contract does not declare. */
type FailedCall = { status: number | null; message: string | null }
type ErrorPage = { status: number; message: string | null }

/** Who may open a page, and what a failed call shows. */
export type PageKind<Access> = {
  /** Returns the session, or throws a redirect. */
  guard: (api: Api, request: Request) => Access | Promise<Access>
  /**
   * The error page of a failed call. It may also throw a redirect. With null, which is the default, the call's error is thrown as it is:
   * in the browser the error boundary describes it, but a server-rendered page would have the status 500.
   */
  errorPage?: (failure: FailedCall, api: Api, request: Request) => ErrorPage | null | Promise<ErrorPage | null>
}

/**
 * The loader of every page: checks who is calling, loads, and turns a failed call into an error page. Errors that are bugs are thrown
 * unchanged, and so is a call without a response: the error boundaries show it as a lost connection, not as a failure of the server.
 */
export async function load<Access, Loaded>(
  api: Api,
  request: Request,
  { guard, errorPage }: PageKind<Access>,
  run: (access: Access) => Promise<Loaded>,
): Promise<Loaded> {
  const access = await guard(api, request)
  try {
    return await run(access)
  } catch (error) {
    const page =
      failureCode(error) !== null &&
      (await errorPage?.({ status: failureStatus(error), message: serverMessage(error) }, api, request))
    if (!page) throw error
    // oxlint-disable-next-line typescript/only-throw-error -- a loader sets the status by throwing data()
    throw data(page.message, { status: page.status })
  }
}

/** A public page. A failed call shows the server's status and message, or status 500 with this message. */
export const publicPage = (message: string): PageKind<null> => ({
  guard: () => null,
  errorPage: (failure) => ({ status: failure.status ?? 500, message: failure.message ?? message }),
})
