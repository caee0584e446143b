import { setImmediate as eventLoop } from 'node:timers/promises'
import type { EmbeddedClient } from './embedded-panic.ts'

/**
 * Runs what is asked for one after the other, and everything else of the process between two statements. The engine runs on the thread that
 * asks it, and statements that wait for each other follow in microtasks: a hundred of them would keep every request waiting for all.
 */
export function inLine(client: EmbeddedClient): EmbeddedClient {
  let last: Promise<unknown> = Promise.resolve()

  function next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    const over = result.catch(() => {})
    last = over.then(() => eventLoop())
    return result
  }

  return {
    query: (...call) => next(() => client.query(...call)),
    exec: (...call) => next(() => client.exec(...call)),
    transaction: (work) =>
      next(() =>
        client.transaction((tx) =>
          work({
            ...tx,
            async query(...call) {
              await eventLoop()
              return tx.query(...call)
            },
            async exec(...call) {
              await eventLoop()
              return tx.exec(...call)
            },
          }),
        ),
      ),
  }
}
