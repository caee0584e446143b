import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import {
  openDatabase,
  openTemporaryDatabase,
  type Database,
  type SlowQueryLimit,
} from '#server/platform/database/index.ts'
import { createPostgresCopy, dropPostgresCopy } from './postgres-copy.ts'

/** Opens a separate, migrated, empty database: embedded, or on PostgreSQL when the run provides one. */
export async function openTestDatabase(): Promise<Database> {
  const templateUrl = inject('postgresTemplateUrl')
  return templateUrl ? copyOnPostgres(templateUrl) : openEmbeddedCopy()
}

/** Like `openTestDatabase`, with queries observed as in the running product. */
export async function openObservedDatabase(slowQueries: SlowQueryLimit): Promise<Database> {
  const templateUrl = inject('postgresTemplateUrl')
  if (templateUrl) return copyOnPostgres(templateUrl, { slowQueries })
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-observed-'))
  const database = await openDatabase({ dataDir, snapshot: await openAsBlob(inject('embeddedSnapshot')), slowQueries })
  return withClose(database, async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })
}

function withClose(database: Database, close: () => Promise<void>): Database {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(database), close: { value: close } },
  ) as Database
}

type EmbeddedCopy = { database: Database; schema: string }

// Opening an embedded database costs more than most test files. A closed one is emptied and used again by the next file of the worker.
const closedCopies: EmbeddedCopy[] = []

async function openEmbeddedCopy(): Promise<Database> {
  const copy = closedCopies.pop() ?? (await openNewCopy())
  return withClose(copy.database, () => closeCopy(copy))
}

async function openNewCopy(): Promise<EmbeddedCopy> {
  const database = await openTemporaryDatabase(await openAsBlob(inject('embeddedSnapshot')))
  return { database, schema: await describeSchema(database) }
}

async function closeCopy(copy: EmbeddedCopy): Promise<void> {
  const { database, schema } = copy
  const tables = await database.query
    .select({ name: sql<string>`quote_ident(tablename)` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = 'public' and tablename <> 'schema_migrations'`)
  await database.runScript(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`)
  if ((await describeSchema(database)) === schema) closedCopies.push(copy)
  else await database.close()
}

/** Changes with every table, column, trigger and applied migration: a test that changed one of them leaves no copy behind. */
async function describeSchema(database: Database): Promise<string> {
  const [row] = await database.query.select({ text: sql<string>`text` }).from(sql`(
    select string_agg(part, ',' order by part) as text from (
      select table_name || '.' || column_name || ' ' || coalesce(column_default, '') as part from information_schema.columns where table_schema = 'public'
      union all select tgrelid::regclass::text || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
      union all select name || sha256 from schema_migrations
    ) as parts) as described`)
  return row?.text ?? ''
}

async function copyOnPostgres(templateUrl: string, options: { slowQueries?: SlowQueryLimit } = {}): Promise<Database> {
  const databaseUrl = await createPostgresCopy(templateUrl)
  const database = await openDatabase({ databaseUrl, ...options })
  return withClose(database, async () => {
    await database.close()
    await dropPostgresCopy(databaseUrl)
  })
}

/** The URL of a database of `openTestDatabase` on PostgreSQL, for other processes. */
export async function urlOfDatabase(database: Database): Promise<string> {
  const [row] = await database.query.select({ name: sql<string>`current_database()` }).from(sql`(select 1) as one`)
  const url = new URL(inject('postgresTemplateUrl'))
  url.pathname = `/${row?.name}`
  return url.href
}
