import { parseArgs } from 'node:util'
import { levelLabels, systemReport, type CheckLevel, type SystemReport } from '#contract/site/system.ts'
import { BackupFailure, connectToProduct, hasDatabase } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { parseConfig, type Config } from '#server/process/config/config.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { databasePlace } from '#server/process/config/database-config.ts'
import { describeInstallation } from '#server/process/describe-installation.ts'
import { FolderInUse } from '#server/platform/folder-lock.ts'
import { systemModule } from '#server/site/system/index.ts'
import { readVersion } from '#server/platform/version.ts'
import { openMediaStore } from './open-media-store.ts'
import { runCommand, say } from './run-command.ts'

// npm run doctor: what the system page shows, in a terminal; --media compares every video and every file of a submission with its store instead of the newest ones.
// The exit code is 1 when a check is red. Runs when loaded.

const signs: Record<CheckLevel, string> = { ok: '✓', warning: '!', problem: '✗' }

await runCommand('Not examined', async () => {
  const { values } = parseArgs({ options: { settings: { type: 'boolean', default: false }, media: { type: 'boolean', default: false } } })
  const report = await examine(parseConfig(process.env), { everyFile: values.media })
  print(report, { withSettings: values.settings })
  if (report.checks.some(({ level }) => level === 'problem')) process.exitCode = 1
})

/** The running product on the embedded database examines itself: only it can open the database. */
async function examine(config: Config, options: { everyFile: boolean }): Promise<SystemReport> {
  if (!config.databaseUrl && !(await hasDatabase(config.dataDir))) throw new BackupFailure(`there is no database in ${config.dataDir}`)
  try {
    const database = await openDatabase(databasePlace(config))
    try {
      return await systemModule({
        database,
        clock: systemClock,
        fetch,
        serving: null,
        store: openMediaStore(config),
        installation: describeInstallation(config, await readVersion()),
      }).report(options)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
  const product = await connectToProduct(config.dataDir)
  try {
    return systemReport.parse(await product.report(options))
  } finally {
    await product.close()
  }
}

function print({ checks, settings }: SystemReport, { withSettings }: { withSettings: boolean }): void {
  const width = Math.max(...checks.map(({ label }) => label.length))
  for (const { level, label, value, advice } of checks) {
    say(`${signs[level]} ${label.padEnd(width)}  ${value}`)
    if (advice) say(`  ${' '.repeat(width)}  → ${advice}`)
  }
  if (withSettings) for (const { name, value } of settings) say(`  ${name}=${value ?? ''}`)
  const count = (level: CheckLevel) => checks.filter((check) => check.level === level).length
  say(`\n${(['ok', 'warning', 'problem'] as const).map((level) => `${levelLabels[level]}: ${count(level)}`).join(', ')}`)
}
