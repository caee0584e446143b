import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// Runs the tests at simulated dates and time zones: npm run test:any-day [-- --full] [--only 2028].

const instants = [
  { time: '2026-12-31 23:50:00', zone: 'Asia/Jayapura' },
  { time: '2027-01-31 12:00:00', zone: 'UTC' },
  { time: '2028-02-29 23:40:00', zone: 'America/Los_Angeles' },
  { time: '2031-06-15 05:00:00', zone: 'Asia/Jakarta' },
]

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const commands = values.full
  ? ['vitest run', 'playwright test --fail-on-flaky-tests']
  : ['vitest run --project unit --project embedded']

if (spawnSync('faketime', ['--version']).error) {
  process.stdout.write('Skipped: faketime is not installed (on Debian: apt-get install faketime)\n')
  process.exit(0)
}

const failed: string[] = []
for (const { time, zone } of instants.filter((instant) => instant.time.includes(values.only))) {
  for (const command of commands) {
    const name = `${command} at ${time} in ${zone}`
    const began = performance.now()
    const { status } = spawnSync('faketime', ['-m', '--exclude-monotonic', time, 'sh', '-c', command], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, TZ: zone, PROPERTY_SEED: String(Math.floor(Math.random() * 2 ** 31)) },
      stdio: 'inherit',
    })
    process.stdout.write(
      `\n${status === 0 ? 'passed' : 'FAILED'}: ${name} (${Math.round((performance.now() - began) / 1000)} s)\n\n`,
    )
    if (status !== 0) failed.push(name)
  }
}
if (failed.length > 0) process.stdout.write(`Failed:\n  ${failed.join('\n  ')}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
