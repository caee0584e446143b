import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasDatabase } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { runCommand, say, UsageError } from '#server/process/commands/run-command.ts'
import { parseConfig, type Config } from '#server/process/config/config.ts'
import { assertKept, bringBack, endHalfway, isHalfway } from './halfway.ts'
import { assertStoppable, listRedChecks, startAgain, startAndVerify, stopProduct, type Supervisor } from './product.ts'
import { readRecord, writeRecord } from './record.ts'
import { commandFile, node, outliveSignals, run, runWell } from './run.ts'
import { assertUnchanged, currentCommit, findVersion, installVersion } from './version.ts'

// Backup, new version, check, migrate, start, verify, and the way back. Everything it needs is loaded before the version changes under it.

const usage =
  "npm run upgrade -- [VERSION] [--stop 'systemctl stop cendaki' --start 'systemctl start cendaki'], or npm run upgrade -- --rollback"

const step = (what: string): void => say(`· ${what}`)
const short = (commit: string): string => commit.slice(0, 10)

export const runUpgrade = (env: NodeJS.ProcessEnv): Promise<void> =>
  runCommand('The upgrade failed', async () => {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { rollback: { type: 'boolean', default: false }, stop: text, start: text },
    })
    const [version, ...rest] = positionals
    if (rest.length > 0 || (values.rollback && version)) throw new UsageError(usage)
    const config = parseConfig(env)
    const supervisor = { stop: values.stop, start: values.start }
    await assertStoppable(config, supervisor)
    await (values.rollback ? rollBack(config, supervisor) : upgrade(config, supervisor, version))
  })

async function upgrade(config: Config, supervisor: Supervisor, version: string | undefined): Promise<void> {
  const [from, to] = [await currentCommit(), await findVersion(version)]
  if (from === to) return say(`this is version ${short(to)} already`)
  if (!config.databaseUrl && !(await hasDatabase(config.dataDir)))
    throw new UsageError(`there is no database in ${config.dataDir}: nothing to upgrade`)
  say(`from ${short(from)} to ${short(to)}`)
  const redBefore = await listRedChecks()
  const at = systemClock.now().toISOString()
  const backup = await makeBackup(config, `upgrade-${at.replaceAll(/\D/g, '').slice(0, 14)}-from-${short(from)}.tar.gz`)
  await writeRecord(config.dataDir, { from, to, at, backup })
  const ended = outliveSignals()
  step('stopping the product')
  await stopProduct(config, supervisor, ended)
  step('checking out the new version')
  try {
    await installVersion(to, { ended, onProgress: step })
    step('what its migrations do')
    say((await run(node, [commandFile('upgrade-check')], { isApart: true, ended })).output)
    await endHalfway()
  } catch (error) {
    const start = () => {
      say(`\nThe version before is back, and the database was not touched.`)
      return startAgain(supervisor)
    }
    await (isHalfway() ? bringBack(from, start) : start())
    throw error
  }
  try {
    await startNew(config, supervisor, { redBefore, ended })
  } catch (error) {
    say(wayBack(backup, supervisor))
    throw error
  }
  say(`\nUpgraded to ${short(to)}.${supervisor.start ? '' : ' Start it now, as usual.'}`)
  say(wayBack(backup, supervisor))
}

async function startNew(
  config: Config,
  supervisor: Supervisor,
  { redBefore, ended }: { redBefore: readonly string[]; ended: AbortSignal },
): Promise<void> {
  step('starting it, which migrates the database')
  const verify = async () => {
    const red = (await listRedChecks()).filter((label) => !redBefore.includes(label))
    step(
      red.length === 0
        ? 'it serves, and no check has become red'
        : `it serves, but these checks have become red: ${red.join(', ')} (npm run doctor)`,
    )
  }
  await startAndVerify(config, supervisor, { ended, verify })
}

/** With the version that runs, in its own words. */
async function makeBackup({ backup: { folder } }: Config, name: string): Promise<string> {
  const file = join(folder, name)
  step(`backing up to ${file}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await runWell(node, [commandFile('backup'), file])
  return file
}

function wayBack(backup: string, { stop, start }: Supervisor): string {
  const supervisor = stop && start ? ` --stop '${stop}' --start '${start}'` : ''
  return `The way back: npm run upgrade -- --rollback${supervisor}
It keeps the data: the version before works with the tables of this one. The data as it was before, without anything that was written since:
${backup}, restored by that version into an empty place (npm run restore).`
}

async function rollBack(config: Config, supervisor: Supervisor): Promise<void> {
  const record = await readRecord(config.dataDir)
  if (!record) throw new UsageError(`no upgrade is recorded in ${config.dataDir}`)
  if ((await currentCommit()) === record.from) return say(`this is version ${short(record.from)} already`)
  await assertUnchanged()
  assertKept(record.from)
  const ended = outliveSignals()
  step('stopping the product')
  await stopProduct(config, supervisor, ended)
  step(`bringing back ${short(record.from)} with its packages and its build`)
  await bringBack(record.from, async () => {
    step('starting it')
    const verify = async () => {
      const red = await listRedChecks()
      step(
        red.length === 0 ? 'it serves, and no check is red' : `it serves, but these checks are red: ${red.join(', ')}`,
      )
    }
    await startAndVerify(config, supervisor, { ended, verify })
  })
  say(`\nBack at ${short(record.from)}, with the data of now.${supervisor.start ? '' : ' Start it now, as usual.'}`)
  say(`The data as it was before the upgrade: ${record.backup}, restored into an empty place (npm run restore).`)
}
