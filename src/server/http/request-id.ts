import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** The id of the current request, as shown in failure bodies and in the log. */
export function requestId(): string {
  return current.getStore() ?? '-'
}

/** Runs work under a request id. In-process API calls of a page share the id of the page request. */
export function withRequestId<Result>(work: () => Result): Result {
  return current.getStore() ? work() : current.run(crypto.randomUUID().slice(0, 13), work)
}
