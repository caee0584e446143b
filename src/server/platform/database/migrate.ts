import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { isLockConflict, isUniqueViolation } from './failures.ts'
import { withMigrationLock } from './migration-lock.ts'
import { concurrentIndexOf, isOutsideTransaction } from './migration-script.ts'
import { rejectUnfinishedRestore } from './unfinished-restore.ts'

export const migrationsFolder = join(import.meta.dirname, '../../../../migrations')

const schemaMigrations = pgTable('schema_migrations', { name: text().primaryKey(), sha256: text().notNull() })

/** A file of `migrations/`, and the SHA-256 of its text. */
type Migration = { name: string; sha256: string }
export type MigrationFile = Migration & { script: string }

/** The migrations of this version, in order. */
export async function listMigrations(folder = migrationsFolder): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(folder, name), 'utf8')
      return { name, script, sha256: createHash('sha256').update(script).digest('hex') }
    }),
  )
}

/** How long a migration may wait for a lock, and others behind it, and how often it tries. */
type LockPatience = { lockTimeoutMs: number; attempts: number; pauseMs: number }
// Queries of the product end after five seconds, so those that wait behind a migration still succeed.
const usualPatience: LockPatience = { lockTimeoutMs: 2_000, attempts: 15, pauseMs: 2_000 }

type Options = {
  onProgress?: (fileName: string) => void
  /** The last migration to apply. A restore loads the data of an older version before it applies the others. */
  upTo?: string
  /** Set by a restore: others reject a database that it left unfinished. */
  isRestore?: boolean
  /** Set by tests. */
  folder?: string
  patience?: LockPatience
}

/** A migration could not lock its tables. The message is for the operator. */
export class MigrationBlocked extends Error {
  override name = 'MigrationBlocked'
}

/**
 * Applies each file of `migrations/` once, in name order, each in its own transaction unless it is marked. Of several processes that start
 * at the same time one applies them and the others wait. A migration that waits for a lock lets others pass every few seconds.
 * Throws MigrationBlocked when it never gets one, and an error when an applied file was edited, or a new one sorts before an applied one.
 */
export async function migrate(database: Database, options: Options = {}): Promise<void> {
  const { isRestore = false, onProgress } = options
  if (!isRestore) await rejectUnfinishedRestore(database.query)
  if (!(await hasTable(database)))
    await database.query.execute(
      sql`create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
  if ((await listPendingMigrations(database, options)).length === 0) return
  await withMigrationLock(database, async () => {
    // Others may have applied some meanwhile.
    for (const file of await listPendingMigrations(database, options))
      if (await applyPatiently(database, file, options)) onProgress?.(file.name)
  })
}

async function hasTable(database: Database): Promise<boolean> {
  const [row] = await database.query
    .select({ name: sql<string | null>`to_regclass('schema_migrations')::text` })
    .from(sql`(select 1) as one`)
  return Boolean(row?.name)
}

/** Migrations that this version would apply to this database, in order. Throws as `migrate` does for edited and unordered files. */
export async function listPendingMigrations(
  database: Database,
  { upTo, folder }: Pick<Options, 'upTo' | 'folder'> = {},
): Promise<MigrationFile[]> {
  const rows = (await hasTable(database)) ? await database.query.select().from(schemaMigrations) : []
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const last = [...applied.keys()].sort().at(-1) ?? ''
  const pending: MigrationFile[] = []
  for (const file of await listMigrations(folder)) {
    const { name, sha256 } = file
    if (upTo !== undefined && name > upTo) break
    const known = applied.get(name)
    // On a new installation it would run earlier than here, and the schemas would differ.
    if (!known && name < last)
      throw new Error(`migrations/${name} sorts before ${last}, which ran already: give it the next number`)
    if (known && known !== sha256) throw new Error(`migrations/${name} was edited after it ran: add a new file instead`)
    if (!known) pending.push(file)
  }
  return pending
}

async function applyPatiently(
  database: Database,
  file: MigrationFile,
  { onProgress, patience = usualPatience }: Options,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(database, file, patience.lockTimeoutMs)
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (attempt >= patience.attempts)
        throw new MigrationBlocked(await describeBlockers(database, file.name), { cause: error })
      onProgress?.(`${file.name} waits for another query, attempt ${attempt} of ${patience.attempts}`)
      await pause(patience.pauseMs)
    }
  }
}

/** False when another process applied it first. */
async function apply(
  database: Database,
  { name, sha256, script }: MigrationFile,
  lockTimeoutMs: number,
): Promise<boolean> {
  if (!/^[\w-]+\.sql$/.test(name)) throw new Error(`migrations/${name}: a name may hold letters, digits, - and _ only`)
  const record = `insert into schema_migrations (name, sha256) values ('${name}', '${sha256}')`
  try {
    if (isOutsideTransaction(script)) await createIndex(database, concurrentIndexOf(name, script), script, record)
    // Statements sent together are one transaction. The insert comes first: a second process waits for it and then fails on the key.
    else await database.runScript(`${record};\n${script}`, { lockTimeoutMs })
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'schema_migrations_pkey')) return false
    throw error
  }
}

async function createIndex(database: Database, index: string, script: string, record: string): Promise<void> {
  if (database.kind === 'embedded') return database.runScript(`${record};\n${script.replace(/\bconcurrently\b/i, '')}`)
  const session = await database.openSession()
  try {
    // One that was interrupted leaves an invalid index.
    await session.run(`drop index concurrently if exists ${index}`)
    await session.run(script)
    await session.run(record)
  } finally {
    await session.close()
  }
}

async function describeBlockers(database: Database, name: string): Promise<string> {
  const [longest] = await database.query
    .select({
      pid: sql<number>`pid`,
      application: sql<string>`application_name`,
      seconds: sql<number>`extract(epoch from now() - xact_start)::int`,
    })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
    .orderBy(sql`xact_start`)
    .limit(1)
  const which = longest
    ? ` The longest has been open for ${longest.seconds} s (process ${longest.pid}${longest.application ? `, ${longest.application}` : ''}).`
    : ''
  return `migrations/${name} did not get a lock on its tables, because another query or transaction uses them.${which} Start again when it has ended; nothing of this migration was applied`
}
