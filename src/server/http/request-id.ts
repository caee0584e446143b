import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** The id of the request being answered; it stands in the answer's failure body and in the log. */
export function requestId(): string {
  return current.getStore() ?? '-'
}

/** A page that calls the API in process keeps one id for both. */
export function withRequestId<Result>(work: () => Result): Result {
  return current.getStore() ? work() : current.run(crypto.randomUUID().slice(0, 13), work)
}
