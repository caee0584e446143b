import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { BackupFailure, hasDatabase } from '#server/platform/backup/index.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import {
  assessStatement,
  listPendingMigrations,
  splitStatements,
  type Database,
  type Effect,
} from '#server/platform/database/index.ts'
import { readVersion } from '#server/platform/version.ts'
import { withDatabase } from './on-installation.ts'
import { runCommand, say } from './run-command.ts'

// npm run upgrade:check: what the migrations of this version would do to this database. Changes nothing. The exit code is 2 when others
// would wait for long. Runs when loaded.

/** Below this size everything is done in about a second. */
const smallBytes = 50e6

const effects: Record<Exclude<Effect, 'none'>, string> = {
  brief: 'locks it for a moment',
  background: 'takes long, nobody waits',
  rows: 'changes rows: others that change the same rows wait until the end',
  'writes-wait': 'changes to it wait until it is done',
  'all-wait': 'reading and changing it wait until it is done',
  unknown: 'is not known to this command: read the file',
}
const longEffects: readonly Effect[] = ['rows', 'writes-wait', 'all-wait', 'unknown']

await runCommand('Not checked', async () => {
  // Refuses arguments.
  parseArgs()
  const config = parseCommandConfig(process.env)
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !(await hasDatabase(dataDir))) throw new BackupFailure(`there is no database in ${dataDir}`)
  await withDatabase(config, async (database) => {
    const pending = await listPendingMigrations(database)
    say(
      `Cendaki ${await readVersion()}: ${pending.length === 0 ? 'no migration is pending' : `${pending.length} migrations are pending`}`,
    )
    let long = 0
    let filled = 0
    for (const { name, script } of pending) {
      say(`\n${name}`)
      const lines = await describeStatements(database, script)
      long += lines.filter(({ isLong }) => isLong).length
      filled += lines.filter(({ isFilled }) => isFilled).length
      for (const { text, isLong } of lines) say(`${isLong ? '!' : '·'} ${text}`)
    }
    if (pending.length > 0) say(`\n${filled} statements are on tables that have rows.`)
    if (long === 0) return say('No query waits for long.')
    say(
      `${long} statements, marked with !, may make others wait for long: run this upgrade when few people use the site, or split it (docs/how-to/upgrade-without-a-pause.md).`,
    )
    process.exitCode = 2
  })
})

type Line = { text: string; isLong: boolean; isFilled: boolean }

async function describeStatements(database: Database, script: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const statement of splitStatements(script)) {
    const { effect, table } = assessStatement(statement)
    const size = table === null ? null : await readSize(database, table)
    const shown = statement.length > 80 ? `${statement.slice(0, 79)}…` : statement
    if (effect === 'unknown') lines.push({ text: `${shown}\n    ${effects.unknown}`, isLong: true, isFilled: false })
    // A table that does not exist yet is not used by anybody.
    else if (effect === 'none' || (table !== null && size === null))
      lines.push({ text: shown, isLong: false, isFilled: false })
    else {
      const where =
        table === null || size === null
          ? ''
          : `${table} (${formatBytes(size.bytes, '.')}, ${size.isExact ? '' : 'about '}${size.rows.toLocaleString('en')} rows): `
      lines.push({
        text: `${shown}\n    ${where}${effects[effect]}`,
        isLong: longEffects.includes(effect) && (size?.bytes ?? 0) > smallBytes,
        isFilled: (size?.rows ?? 0) > 0,
      })
    }
  }
  return lines
}

type Size = { bytes: number; rows: number; isExact: boolean }

/** With its indexes; null for a table that does not exist. */
async function readSize(database: Database, table: string): Promise<Size | null> {
  const [row] = await database.query
    .select({
      bytes: sql<string>`pg_total_relation_size(oid)::text`,
      rows: sql<string>`greatest(reltuples, 0)::bigint::text`,
    })
    .from(sql`pg_class`)
    .where(sql`oid = to_regclass(quote_ident(${table}))`)
  if (!row) return null
  const bytes = Number(row.bytes)
  // The estimate is missing or old where nothing analyzed the table.
  if (bytes > smallBytes) return { bytes, rows: Number(row.rows), isExact: false }
  const [counted] = await database.query
    .select({ rows: sql<string>`count(*)::text` })
    .from(sql`${sql.identifier(table)}`)
  return { bytes, rows: Number(counted?.rows), isExact: true }
}
