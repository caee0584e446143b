import { failureStatus } from '#contract/client.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { isNetworkFailure } from '#web/identity/api.ts'
import type { Api } from '#web/identity/index.ts'

/** How data of one kind is sent from this device to the server. */
export type SyncTask<Result> = {
  name: string
  /** Ids with changes that the server has not confirmed. */
  unsent(owner: string): string[]
  /**
   * Sends the changes of one id. Resolves also when the server rejected them for good. Rejects when they should be sent again later.
   * Must be idempotent: a response may be lost.
   */
  send(api: Api, owner: string, id: string): Promise<Sent<Result>>
}

/** `confirm` stores that the changes are confirmed. It is called after the result listeners, so that no change disappears in between. */
export type Sent<Result> = { result: Result; confirm?: () => void }

/** `failed`: the server rejected it, and sending it again as it is would not help. */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'failed'

type Target<Result> = { api: Api; owner: string; task: SyncTask<Result>; id: string }
/** `withinMs` sends at the latest after that time; `afterPauseMs` starts the time again with each request. Without either it sends now. */
type When = { withinMs?: number; afterPauseMs?: number }

type Entry = {
  target: Target<unknown>
  state: SyncState
  timer: ReturnType<typeof setTimeout> | null
  running: Promise<void> | null
  /** Requested while it was being sent. */
  isRequestedAgain: boolean
  failures: number
}

const firstRetryMs = 5_000
const maximumRetryMs = 5 * minuteMs

/**
 * Sends stored changes: one request at a time per id, again with growing intervals while the server cannot be reached, at once when
 * the connection returns or the page is shown or hidden, and only while their owner is signed in.
 */
export function createSync() {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  const resultListeners = new Set<(target: Target<unknown>, result: unknown) => void>()
  let isListening = false

  const keyOf = (owner: string, taskName: string, id: string) => JSON.stringify([owner, taskName, id])

  function entryOf(target: Target<unknown>): Entry {
    const key = keyOf(target.owner, target.task.name, target.id)
    const entry = entries.get(key) ?? {
      target,
      state: 'idle',
      timer: null,
      running: null,
      isRequestedAgain: false,
      failures: 0,
    }
    entry.target = target
    entries.set(key, entry)
    return entry
  }

  function setState(entry: Entry, state: SyncState) {
    if (entry.state === state) return
    entry.state = state
    for (const listener of listeners) listener()
  }

  function plan(entry: Entry, afterMs: number) {
    if (entry.timer !== null) clearTimeout(entry.timer)
    entry.timer = setTimeout(() => void run(entry), afterMs)
  }

  function run(entry: Entry): Promise<void> {
    if (entry.timer !== null) clearTimeout(entry.timer)
    entry.timer = null
    if (entry.running) {
      entry.isRequestedAgain = true
      return entry.running
    }
    const running = sendUntilDone(entry).finally(() => {
      entry.running = null
    })
    entry.running = running
    return running
  }

  async function sendUntilDone(entry: Entry): Promise<void> {
    const { api, owner, task, id } = entry.target
    do {
      entry.isRequestedAgain = false
      try {
        const session = await api.sessions.read(location.pathname)
        // Changes of a user who is not signed in stay stored until that user signs in again.
        if (session?.user._id !== owner) return setState(entry, 'idle')
        setState(entry, 'sending')
        const { result, confirm } = await task.send(api, owner, id)
        entry.failures = 0
        for (const listener of resultListeners) listener(entry.target, result)
        confirm?.()
      } catch (error) {
        if (!isTemporary(error)) {
          reportError(error)
          return setState(entry, 'failed')
        }
        // The connection may have returned during the attempt.
        if (entry.isRequestedAgain) continue
        // The changes stay stored.
        setState(entry, 'waiting')
        plan(entry, Math.min(maximumRetryMs, firstRetryMs * 2 ** entry.failures++))
        return
      }
    } while (entry.isRequestedAgain)
    setState(entry, 'idle')
  }

  /** Sends everything that waits for a timer, and again what is being sent, as that attempt may fail. */
  function retryPending() {
    for (const entry of entries.values()) {
      if (entry.timer === null && entry.running === null) continue
      entry.failures = 0
      void run(entry)
    }
  }

  function listen() {
    if (isListening) return
    isListening = true
    addEventListener('online', retryPending)
    document.addEventListener('visibilitychange', retryPending)
  }

  /** Resolves after the attempt when it sends now, otherwise at once. */
  function request<Result>(target: Target<Result>, { withinMs, afterPauseMs }: When = {}): Promise<void> {
    listen()
    const entry = entryOf(target as Target<unknown>)
    if (afterPauseMs !== undefined) plan(entry, afterPauseMs)
    else if (withinMs === undefined) return run(entry)
    else if (entry.timer === null) plan(entry, withinMs)
    return Promise.resolve()
  }

  return {
    request,
    /** Sends all unsent changes of a user now. Returns the tasks that still have some. */
    async flush(api: Api, owner: string, tasks: readonly SyncTask<unknown>[]): Promise<SyncTask<unknown>[]> {
      await Promise.all(tasks.flatMap((task) => task.unsent(owner).map((id) => request({ api, owner, task, id }))))
      return tasks.filter((task) => task.unsent(owner).length > 0)
    },
    state: (owner: string, task: SyncTask<unknown>, id: string): SyncState =>
      entries.get(keyOf(owner, task.name, id))?.state ?? 'idle',
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls the listener with each response of the server for this id. */
    onResult<Result>(
      owner: string,
      task: SyncTask<Result>,
      id: string,
      listener: (result: Result) => void,
    ): () => void {
      const matching = (target: Target<unknown>, result: unknown) => {
        if (target.owner === owner && target.task.name === task.name && target.id === id) listener(result as Result)
      }
      resultListeners.add(matching)
      return () => void resultListeners.delete(matching)
    },
  }
}

/** True when a later attempt may succeed. Any other failure is a bug, which sending again would only repeat. */
function isTemporary(error: unknown): boolean {
  const status = failureStatus(error)
  if (status !== null) return status >= 500 || status === 429 || status === 401
  return isNetworkFailure(error)
}

/** True when the server will never take what was sent: access was revoked, what it belongs to is gone, or it is invalid. */
export const isFinalRejection = (error: unknown): boolean => [403, 404, 422].includes(failureStatus(error) ?? 0)

/** The only one of this page. */
export const deviceSync = createSync()
