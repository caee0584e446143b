import type { Logger } from 'pino'

export type Background = ReturnType<typeof backgroundModule>

/** Runs work that no response waits for. Failures are logged, not retried; a shutdown waits for running work. */
export function backgroundModule({ log }: { log: Pick<Logger, 'warn'> }) {
  const running = new Set<Promise<void>>()

  return {
    /** `what` names the work in the log. Starts asynchronously. */
    run(what: string, work: () => Promise<void>): void {
      const promise: Promise<void> = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.warn({ err: error, what }, 'background work failed'))
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    /** Resolves when no work is running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
