import type { PGlite } from '@electric-sql/pglite'
import { causesOf } from '#server/platform/database/failures.ts'

/** Methods of the engine that are called. */
export type EmbeddedClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>

/**
 * Reports a PANIC of the embedded engine, such as of a disk that is full during a checkpoint. A server process would end there and recover
 * with the next start; inside this process the engine goes on in a state that nobody knows.
 */
export function watchForPanic(client: EmbeddedClient, onPanic: (error: Error) => void): EmbeddedClient {
  const watch = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (isPanic(error)) onPanic(error)
      throw error
    }
  }
  return {
    query: (...call) => watch(client.query(...call)),
    exec: (...call) => watch(client.exec(...call)),
    transaction: (work) => watch(client.transaction(work)),
  }
}

/** PostgreSQL's own PANIC, or the end of the WebAssembly instance that it runs in. */
const isPanic = (error: unknown): error is Error =>
  causesOf(error).some(
    (cause) => ('severity' in cause && cause.severity === 'PANIC') || cause instanceof WebAssembly.RuntimeError,
  )
