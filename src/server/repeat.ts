/** Runs work again and again, a pause between its end and its next beginning. Stopping waits for what is under way. */
export function repeat(work: () => Promise<void>, { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void }): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function plan() {
    if (stopped) return
    timer = setTimeout(() => {
      underWay = work().catch(onError).then(plan)
    }, pauseMs).unref()
  }
  plan()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
