import type { Logger } from 'pino'

export type Background = ReturnType<typeof createBackground>

/** Work that no answer waits for. What fails is logged and given up; a process that ends lets it finish. */
export function createBackground({ log }: { log: Pick<Logger, 'warn'> }) {
  const running = new Set<Promise<void>>()

  return {
    /** `what` names it for the log. Begins after the caller's own turn. */
    run(what: string, work: () => Promise<void>): void {
      const promise: Promise<void> = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.warn({ err: error, what }, 'background work failed'))
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    /** Once nothing is under way any more. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
