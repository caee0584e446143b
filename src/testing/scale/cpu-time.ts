/** The CPU time that synchronous work took on this thread. Unlike elapsed time it does not depend on other processes. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The CPU time of this thread until work that answers later has answered; what other processes do for it does not count. */
export async function cpuMsUntil(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * The least of up to 20 measurements, in milliseconds; it ends with the first one within the bound.
 * Compiling, collecting garbage and other work of this thread only add to a measurement: work that keeps its bound shows it soon,
 * work that grows too fast never does. A test with one try measures the machine instead.
 */
export function leastMs(measure: () => number, boundMs: number): number {
  let least = Infinity
  for (let tries = 0; tries < 20 && least > boundMs; tries++) least = Math.min(least, measure())
  return least
}

/** As `leastMs`, for work that answers later. */
export async function leastMsOf(measure: () => Promise<number>, boundMs: number): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 20 && least > boundMs; tries++) least = Math.min(least, await measure())
  return least
}
