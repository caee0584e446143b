/** Runs work repeatedly with a pause after each run. `stop()` waits for the current run. */
export function repeat(
  work: () => Promise<void>,
  { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function schedule() {
    if (stopped) return
    timer = setTimeout(() => {
      underWay = work().catch(onError).then(schedule)
    }, pauseMs).unref()
  }
  schedule()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
