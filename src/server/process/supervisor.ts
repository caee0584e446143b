import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Tells systemd that the product is ready, and then, as often as `WatchdogSec` asks, that it is alive: a process whose event loop or health
 * hangs is started again. Without systemd this does nothing. `systemd-notify` is part of it; Node has no datagram sockets of this kind.
 */
export async function notifySupervisor(env: NodeJS.ProcessEnv, isHealthy: () => Promise<boolean>): Promise<void> {
  if (!env['NOTIFY_SOCKET']) return
  const notify = (...states: string[]) =>
    promisify(execFile)('systemd-notify', [`--pid=${process.pid}`, ...states]).then(
      () => {},
      () => {},
    )
  await notify('--ready')
  const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000
  if (watchdogMs > 0)
    setInterval(
      () => void isHealthy().then((healthy) => (healthy ? notify('WATCHDOG=1') : undefined)),
      watchdogMs / 3,
    ).unref()
}
