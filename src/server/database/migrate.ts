import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { isUniqueViolation } from './failures.ts'
import { rejectUnfinishedRestore } from './unfinished-restore.ts'

const folder = join(import.meta.dirname, '../../../migrations')

const schemaMigrations = pgTable('schema_migrations', { name: text().primaryKey(), sha256: text().notNull() })

/** A file of `migrations/`, and the SHA-256 of its text. */
export type Migration = { name: string; sha256: string }
type MigrationFile = Migration & { script: string }

/** The migrations of this version, in order. */
export async function listMigrations(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(folder, name), 'utf8')
      return { name, script, sha256: createHash('sha256').update(script).digest('hex') }
    }),
  )
}

type Options = {
  onProgress?: (fileName: string) => void
  /** The last migration to apply. A restore loads the data of an older version before it applies the others. */
  upTo?: string
  /** Set by a restore: others reject a database that it left unfinished. */
  isRestore?: boolean
}

/**
 * Applies each file of `migrations/` once, in name order, each in its own transaction. Safe when several processes start
 * at the same time. Throws when an applied file was edited, or when a new one sorts before an applied one.
 */
export async function migrate(database: Database, { onProgress = () => {}, upTo, isRestore = false }: Options = {}): Promise<void> {
  if (!isRestore) await rejectUnfinishedRestore(database.query)
  await database.query.execute(
    sql`create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  )
  const applied = new Map((await database.query.select().from(schemaMigrations)).map((row) => [row.name, row.sha256]))
  const last = [...applied.keys()].sort().at(-1) ?? ''
  for (const { name, sha256, script } of await listMigrations()) {
    if (upTo !== undefined && name > upTo) break
    const known = applied.get(name)
    // On a new installation it would run earlier than here, and the schemas would differ.
    if (!known && name < last) throw new Error(`migrations/${name} sorts before ${last}, which ran already: give it the next number`)
    if (known && known !== sha256) throw new Error(`migrations/${name} was edited after it ran: add a new file instead`)
    if (!known && (await apply(database, name, sha256, script))) onProgress(name)
  }
}

/** False when another process applied it first. */
async function apply(database: Database, name: string, sha256: string, script: string): Promise<boolean> {
  if (!/^[\w-]+\.sql$/.test(name)) throw new Error(`migrations/${name}: a name may hold letters, digits, - and _ only`)
  try {
    // Statements sent together are one transaction. The insert comes first: a second process waits for it and then fails on the key.
    await database.runScript(`insert into schema_migrations (name, sha256) values ('${name}', '${sha256}');\n${script}`)
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'schema_migrations_pkey')) return false
    throw error
  }
}
