import { Overloaded } from '#server/platform/too-costly.ts'

type Limits = { atOnce: number; waitingAtMost: number; waitingPerClientAtMost: number }
type Waiting = { start: () => void; reject: (reason: Overloaded) => void }

/**
 * Runs at most `atOnce` tasks at a time. Waiting tasks are served round-robin per client, so a flood from one client delays
 * each task of another client by at most one task. A client with a full queue is rejected with Overloaded; when all queues
 * together are full, the longest one loses its newest task.
 */
export function createFairQueue({ atOnce, waitingAtMost, waitingPerClientAtMost }: Limits) {
  // Insertion order is the order in which clients are served next.
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function wait(client: string): Promise<void> {
    const queue = queues.get(client) ?? []
    if (queue.length >= waitingPerClientAtMost) throw new Overloaded('The queue of this client is full')
    if (waiting >= waitingAtMost) evictFromLongest(queue.length)
    waiting++
    return new Promise((start, reject) => queues.set(client, [...(queues.get(client) ?? []), { start, reject }]))
  }

  /** Evicts the newest task of the longest queue, if that is longer than the caller's queue would become. */
  function evictFromLongest(callersLength: number): void {
    const [client, longest] = [...queues].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (longest.length <= callersLength + 1) throw new Overloaded('All queues are full')
    queues.set(client, longest.slice(0, -1))
    waiting--
    longest.at(-1)?.reject(new Overloaded('Evicted in favour of a client with a shorter queue'))
  }

  /** Passes the free slot directly to the next task, so that no new caller can take it first. */
  function startNext(): void {
    const [next] = queues
    if (!next) return void running--
    const [client, [first, ...rest]] = next
    queues.delete(client)
    // Re-inserted behind all other clients.
    if (rest.length > 0) queues.set(client, rest)
    waiting--
    first?.start()
  }

  return async function enqueue<Result>(client: string, task: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) await wait(client)
    else running++
    try {
      return await task()
    } finally {
      startNext()
    }
  }
}
