// The health check of the container. Docker only marks a container that is unhealthy, so the fourth failure in a row ends the product: the
// container stops then, and its restart policy starts it again. Needs an init process (`init: true`), whose child the product is.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const failuresAllowed = 3
const answerMs = 4_000
const count = join(process.env.HEALTH_FOLDER ?? '/tmp', 'failed-health-checks')

const isHealthy = () =>
  fetch(`http://127.0.0.1:${process.env.PORT}/api/health`, { signal: AbortSignal.timeout(answerMs) }).then(
    (response) => response.ok,
    () => false,
  )

isHealthy().then((healthy) => {
  if (healthy) {
    rmSync(count, { force: true })
    return
  }
  process.exitCode = 1
  const failures = (existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0) + 1
  writeFileSync(count, String(failures))
  if (failures <= failuresAllowed) return
  rmSync(count)
  // A process that is stuck handles no other signal.
  for (const pid of readFileSync('/proc/1/task/1/children', 'utf8').trim().split(' ')) {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('process/main.ts')) process.kill(Number(pid), 'SIGKILL')
  }
})
