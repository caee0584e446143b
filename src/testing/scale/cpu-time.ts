/** The CPU time that synchronous work took on this thread. Unlike elapsed time it does not depend on other processes. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
