import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { move } from '#server/platform/backup/index.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { checkInvariants } from './check-invariants.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run move -- postgres://…: carries an installation from the embedded database to PostgreSQL, or back into a folder. Runs when loaded.

const usage =
  'npm run move -- postgres://user:password@host/name   (from DATA_DIR), or npm run move -- FOLDER   (from DATABASE_URL)'

await runCommand('Not moved', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [target, ...rest] = positionals
  if (!target || rest.length > 0) throw new UsageError(usage)
  const from = parseCommandConfig(process.env)
  const toPostgres = /^postgres(ql)?:\/\//.test(target)
  if (!toPostgres && target.includes('://'))
    throw new UsageError(`${target.split('://')[0]}:// is neither a folder nor PostgreSQL: ${usage}`)
  if (toPostgres === (from.databaseUrl !== null)) {
    throw new UsageError(
      toPostgres
        ? 'DATABASE_URL is set, so the data is on PostgreSQL already'
        : `DATABASE_URL is not set, so the data is in a folder already: ${usage}`,
    )
  }
  const to = toPostgres ? { dataDir: from.dataDir, databaseUrl: target } : { dataDir: target, databaseUrl: null }
  const rows = await move({ from, to, onProgress: (what) => say(`· ${what}`) })
  const { checked, violated } = await checkInvariants(to)
  for (const line of violated) say(`  VIOLATED ${line}`)
  say(
    `\nMoved: ${rows.toLocaleString('en')} rows are the same, ${checked - violated.length} of ${checked} invariants hold.`,
  )
  const setting = toPostgres ? 'DATABASE_URL to this URL' : `DATA_DIR=${resolve(target)} and remove DATABASE_URL`
  say(`Set ${setting}, and start the product. What it was moved from is unchanged: delete it later.`)
})
