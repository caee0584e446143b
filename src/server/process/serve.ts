import { join } from 'node:path'
import { hasDatabase } from '#server/platform/backup/index.ts'
import { announce } from './announce.ts'
import { loadEnvFile } from './config/env-file.ts'
import { demoAccounts, demoPassword } from './demo/index.ts'
import { describeFailure } from './describe-failure.ts'
import { readConfig } from './read-config.ts'
import { start, type Running } from './start.ts'
import { notifySupervisor } from './supervisor.ts'

/** Starts the product and stops it on a signal, or when npm has ended. Exits when it cannot start. */
export async function serve({
  isDevelopment,
  parentAtStart,
  pagesAreBuilt,
  buildHasEnded,
  createdEarly,
}: {
  isDevelopment: boolean
  parentAtStart: number
  /** Resolves when the files of pages are there. */
  pagesAreBuilt: Promise<void>
  /** Resolves when they are there in their compressed forms as well. */
  buildHasEnded: Promise<void>
  /** Resolves to whether the embedded database was created while the server was built. */
  createdEarly: Promise<boolean>
}): Promise<void> {
  try {
    for (const line of loadEnvFile()) announce(`warning: ${line}`, 'warn')
    const config = await readConfig(process.env, { listens: true })
    if (config.databaseUrl && (await hasDatabase(config.dataDir)))
      announce(
        `warning: DATABASE_URL is set, so the embedded database in ${config.dataDir} is not used: npm run move carries it over; delete ${join(config.dataDir, 'database')} once that is done`,
        'warn',
      )
    const running = await start(config, {
      isDevelopment,
      pagesAreBuilt,
      buildHasEnded,
      createdEarly,
      onProgress: (what) => announce(`· ${what}`),
    })
    stopOnSignal(running, { announcedMs: isDevelopment ? 0 : config.shutdownDelaySeconds * 1000, parentAtStart })

    // After the signal handlers, because a process that waits for this line may stop this one at once. Counted from the start of the process.
    announce(`\nCendaki is ready at ${running.url}  (${(performance.now() / 1000).toFixed(1)} s)`)
    await notifySupervisor(process.env, running.isHealthy)
    if (running.hasDemo) {
      announce(`\nDemo accounts, password ${demoPassword}:`)
      for (const [role, email] of Object.entries(demoAccounts)) announce(`  ${role.padEnd(11)} ${email}`)
    }
    if (config.payment.provider === 'built-in-sandbox')
      announce('\nPayments go to the built-in sandbox: no real money moves.')
  } catch (error) {
    announce(`\nCendaki cannot start: ${describeFailure(error, process.env)}`, 'fatal')
    process.exit(1)
  }
}

function stopOnSignal(
  running: Running,
  { announcedMs, parentAtStart }: { announcedMs: number; parentAtStart: number },
): void {
  let stopping = false
  const stop = (why: string, afterMs = 0) => {
    if (stopping) process.exit(1)
    stopping = true
    announce(`\n${why}: finishing what is under way…`)
    void running.close(afterMs).then(() => process.exit(0))
  }
  // A service manager or a proxy is behind SIGTERM; nobody waits longer than necessary after Ctrl+C.
  process.on('SIGTERM', () => stop('SIGTERM', announcedMs))
  process.on('SIGINT', () => stop('SIGINT'))
  if (process.env.npm_lifecycle_event) onParentGone(parentAtStart, () => stopping || stop('npm has ended'))
}

/** npm's shell does not forward signals, so without this check the server would keep running and keep the data folder locked. */
function onParentGone(parentAtStart: number, act: () => unknown) {
  const watch = setInterval(() => {
    if (process.ppid === parentAtStart) return
    clearInterval(watch)
    act()
  }, 500)
  watch.unref()
}
