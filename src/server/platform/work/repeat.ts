/** Runs work repeatedly with a pause after each run, and before the first one unless it has another. `stop()` waits for the current run. */
export function repeat(
  work: () => Promise<void>,
  { pauseMs, firstMs = pauseMs, onError }: { pauseMs: number; firstMs?: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function schedule(afterMs = pauseMs) {
    if (stopped) return
    timer = setTimeout(() => {
      underWay = work()
        .catch(onError)
        .then(() => schedule())
    }, afterMs).unref()
  }
  schedule(firstMs)

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
