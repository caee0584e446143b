import { AsyncLocalStorage } from 'node:async_hooks'

/** A request as the log knows it. `viewer` is the caller's role, once authenticated. */
export type LoggedRequest = {
  id: string
  viewer: string | null
  /** Method and name of the endpoint or page; null for calls in process. */ route: string | null
}

const current = new AsyncLocalStorage<LoggedRequest>()

/** The id of the current request, as shown in failure bodies and in the log. */
export function requestId(): string {
  return current.getStore()?.id ?? '-'
}

/** The request to which the running code belongs; null in background work. */
export function currentRequest(): { requestId: string; route: string | null } | null {
  const logged = current.getStore()
  return logged ? { requestId: logged.id, route: logged.route } : null
}

/** Names the caller's role in the log of the current request. */
export function logViewer(role: string): void {
  const logged = current.getStore()
  if (logged) logged.viewer = role
}

/** A new request. An id that a proxy or client sent is taken over, so that its log and ours can be joined. */
export function createLoggedRequest(sentId: string | null | undefined): LoggedRequest {
  const id = sentId && /^[A-Za-z0-9._-]{1,64}$/.test(sentId) ? sentId : crypto.randomUUID().slice(0, 13)
  return { id, viewer: null, route: null }
}

/** Runs work as part of a request. */
export const withRequest = <Result>(logged: LoggedRequest, work: () => Result): Result => current.run(logged, work)

/** Runs work as part of the current request, or of a new one. In-process API calls of a page belong to the page's request. */
export function ensureRequest<Result>(sentId: string | null | undefined, work: () => Result): Result {
  return current.getStore() ? work() : withRequest(createLoggedRequest(sentId), work)
}
