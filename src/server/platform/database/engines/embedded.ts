import { constants, existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { drizzle } from 'drizzle-orm/pglite'
import {
  sessionSettings,
  type Driver,
  type Queryable,
  type Session,
  type SlowQueryLimit,
} from '#server/platform/database/driver.ts'
import { timedEmbedded } from '#server/platform/database/timed-clients.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { makeFolder, makePrivate } from '#server/platform/private-folder.ts'
import { inLine } from './embedded-in-line.ts'
import { watchForPanic, type EmbeddedClient } from './embedded-panic.ts'
import { PrivateFiles } from './private-files.ts'
import { rejectUnfinishedFolder } from '#server/platform/database/unfinished-restore.ts'

/** A data folder as one file: new databases start from it without running migrations. */
export type Snapshot = Blob | File

export type EmbeddedOptions = {
  snapshot?: Snapshot
  slowQueries?: SlowQueryLimit
  /** Called when the engine has ended: only a new process can open the database again. */
  onPanic?: (error: Error) => void
}

/** PostgreSQL inside this process. `dataDir` null keeps everything in memory. */
export async function openEmbedded(
  dataDir: string | null,
  { snapshot, slowQueries, onPanic = () => {} }: EmbeddedOptions = {},
): Promise<Driver & { takeSnapshot(): Promise<Snapshot> }> {
  const folder = dataDir === null ? null : join(dataDir, 'database')
  let release = () => {}
  if (dataDir !== null && folder !== null) {
    await makePrivate(dataDir)
    release = lockFolder(dataDir)
  }
  const engine = await openClient(dataDir, folder, snapshot).catch((error: unknown) => {
    release()
    throw error
  })
  const client = inLine(watchForPanic(engine, onPanic))
  const db = drizzle({ client: (slowQueries ? timedEmbedded(client, slowQueries) : client) as PGlite })
  return {
    kind: 'embedded',
    drizzle: db as unknown as Queryable,
    prepared: db as unknown as Queryable,
    runScript: async (sqlText) => void (await client.exec(sqlText)),
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Queryable)),
    // There are no other processes to receive notifications from.
    listen: async () => {},
    openSession: () => openSession(client),
    copyFiles: folder === null ? null : (destination) => copyFiles(client, folder, destination),
    upkeep: () => vacuumChanged(client),
    takeSnapshot: () => engine.dumpDataDir('none'),
    async close() {
      await engine.close()
      release()
    },
  }
}

async function openClient(dataDir: string | null, folder: string | null, snapshot: Snapshot | undefined) {
  if (dataDir !== null && folder !== null) {
    await rejectUnfinishedFolder(dataDir)
    await rejectOtherMajor(folder)
    await makeFolder(folder)
  }
  limitMemory()
  const isNew = folder === null || !existsSync(join(folder, 'PG_VERSION'))
  const client = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
    ...(folder === null ? {} : { fs: new PrivateFiles(folder) }),
    // Files of an empty database, from the package: making them here takes three times as long, and a gigabyte.
    ...(isNew ? { loadDataDir: snapshot ?? (await emptyDatabase()) } : {}),
    extensions: { pg_trgm },
    serializers: { [types.BYTEA]: writeBytes },
  })
  leaveOutArrays(client)
  return client
}

/** Numbers in pg_type of arrays of bool, int2, int4, int8, text, varchar, numeric, uuid, date, timestamptz and jsonb. */
const arrayTypes = new Set([1000, 1005, 1007, 1016, 1009, 1015, 1231, 2951, 1182, 1185, 3807])

/** PGlite has a reader for the arrays of every type, rows of each table among them, and copies the list of all readers for each query. */
function leaveOutArrays({ parsers }: PGlite): void {
  const scalar = new Set<unknown>(Object.values(types))
  for (const type of Object.keys(parsers).map(Number))
    if (!scalar.has(type) && !arrayTypes.has(type)) delete parsers[type]
}

/** The serializer of PGlite writes each byte on its own, which takes five times as long. */
const writeBytes = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** The default of 128 MB is resident soon. Beyond it pages are read from the file system, whose cache the system shrinks when memory is short. */
const sharedBuffers = '32MB'

/**
 * V8 would optimize the largest function of the database after a while, which takes 600 MB for a second, and has no setting that leaves out one
 * function. So none is optimized: short queries then take 1.4 times as long, and long ones over many rows twice.
 */
function limitMemory(): void {
  // `--liftoff-only` stands for both, but has no effect once the process runs.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
}

// Thresholds of PostgreSQL's autovacuum, which the embedded database cannot run. Statistics cover this process only; a table
// that was never analyzed has a negative reltuples.
const fewRows = 50
const deadShare = 0.2
const changedShare = 0.1

async function vacuumChanged(client: EmbeddedClient): Promise<void> {
  // Recent statistics may not be flushed yet.
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ name: string }>(
    `select relid::regclass::text as name from pg_stat_user_tables join pg_class on pg_class.oid = relid
      where n_dead_tup > $1 + $2 * greatest(reltuples, 0) or n_mod_since_analyze > $1 + $3 * greatest(reltuples, 0)
        or (reltuples < 0 and pg_relation_size(relid) > 0)`,
    [fewRows, deadShare, changedShare],
  )
  // One statement per table, so that a concurrent query waits for one table at most.
  for (const { name } of rows) await client.exec(`vacuum (analyze) ${name}`)
}

/** The major version of PostgreSQL inside PGlite. It can open the files of this one only. */
const majorVersion = '18'

/** Data of another major version. The message is for the operator. */
export class OtherMajorVersion extends Error {
  override name = 'OtherMajorVersion'
}

async function rejectOtherMajor(folder: string): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => majorVersion)).trim()
  if (found === majorVersion) return
  throw new OtherMajorVersion(
    `${folder} is of PostgreSQL ${found}, this version of Cendaki needs ${majorVersion}: run npm run backup -- FILE with the version that you used so far, then npm run restore -- FILE with this one and a new DATA_DIR`,
  )
}

async function copyFiles(client: EmbeddedClient, folder: string, destination: string): Promise<void> {
  // Other queries wait for the end of this transaction.
  await client.transaction(async (tx) => {
    await tx.exec('checkpoint')
    await cp(folder, destination, { recursive: true, mode: constants.COPYFILE_FICLONE })
  })
}

const partBytes = 8 * 1024 * 1024

async function openSession(client: EmbeddedClient): Promise<Session> {
  await client.exec(sessionSettings)
  const query: Session['query'] = async <Row>(sqlText: string, values: readonly (string | number)[] = []) =>
    (await client.query<Row>(sqlText, [...values])).rows
  return {
    query,
    run: async (sqlText) => void (await client.exec(sqlText)),
    async *copyOut(table, columns) {
      // The rows of one COPY are in memory at once, so a table is copied in ranges of its blocks.
      const [size] = await query<{ bytes: number; blocks: number }>(
        `select pg_table_size($1::regclass)::float8 as bytes, ceil(pg_relation_size($1::regclass) / current_setting('block_size')::float8) as blocks`,
        [table],
      )
      const { bytes = 0, blocks = 0 } = size ?? {}
      const step = Math.max(1, Math.floor((blocks * partBytes) / Math.max(bytes, 1)))
      for (let block = 0; block < blocks; block += step) {
        const range = `ctid >= '(${block},0)' and ctid < '(${block + step},0)'`
        const { blob } = await client.query(`copy (select ${columns} from ${table} where ${range}) to '/dev/blob'`)
        if (blob) yield Buffer.from(await blob.arrayBuffer())
      }
    },
    copyIn: async (table, columns, rows) =>
      void (await client.query(`copy ${table} (${columns}) from '/dev/blob'`, [], {
        blob: new Blob([new Uint8Array(rows)]),
      })),
    close: async () => {},
  }
}
