import { performance } from 'node:perf_hooks'

/** Share of the time that the main thread worked since the last check. */
const quietUtilization = 0.05
const growthBytes = 48 * 1024 * 1024

/**
 * From now on collects garbage and gives memory back to the system whenever the process is quiet and has grown since the last time. By
 * itself V8 keeps the heap of the busiest moment. A collection stops everything for some tenths of a second, so a busy process is left
 * alone. Does nothing without the flag --expose-gc (see limit-memory.ts).
 */
export function releaseMemoryWhenQuiet({ checkEveryMs = 5_000 } = {}): void {
  const { gc } = globalThis
  if (!gc) return
  let residentAfter = 0
  let before = performance.eventLoopUtilization()

  const check = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > quietUtilization || process.memoryUsage.rss() < residentAfter + growthBytes) return
    // A regular collection keeps most of the memory for what may come next.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    residentAfter = process.memoryUsage.rss()
  }
  setInterval(check, checkEveryMs).unref()
}
