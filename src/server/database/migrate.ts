import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { isUniqueViolation } from './failures.ts'

const folder = join(import.meta.dirname, '../../../migrations')

const schemaMigrations = pgTable('schema_migrations', { name: text().primaryKey(), sha256: text().notNull() })

/**
 * Applies each file of `migrations/` once, in name order, each in its own transaction. Safe when several processes start
 * at the same time. Throws when an applied file was edited, or when a new one sorts before an applied one.
 */
export async function migrate(database: Database, onProgress: (fileName: string) => void = () => {}): Promise<void> {
  await database.query.execute(
    sql`create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  )
  const applied = new Map((await database.query.select().from(schemaMigrations)).map((row) => [row.name, row.sha256]))
  const last = [...applied.keys()].sort().at(-1) ?? ''
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of names) {
    const script = await readFile(join(folder, name), 'utf8')
    const sha256 = createHash('sha256').update(script).digest('hex')
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
