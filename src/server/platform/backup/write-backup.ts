import { createHash } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Session } from '#server/platform/database/index.ts'
import { hashing, type ObjectStore } from '#server/platform/storage/index.ts'
import { writeArchive, type AddEntry } from './backup-archive.ts'
import type { BackupFile } from './backup-file.ts'
import { checkBackup, type CheckedBackup } from './check-backup.ts'
import {
  createDigest,
  listTables,
  quotedColumns,
  quotedTable,
  type CopiedTable,
  type TableDigest,
} from './database-tables.ts'
import { BackupFailure } from './failure.ts'
import { assertSpace } from './free-space.ts'
import {
  aboutEntry,
  endEntry,
  fileEntry,
  formatVersion,
  isStoredFile,
  mediaEntry,
  settingsEntry,
  tableEntry,
  versionWithoutMedia,
  type About,
  type End,
} from './backup-format.ts'

/** Uploaded videos: the query for their `id` and `bytes`, and where they are. */
export type BackupMedia = { table: string; query: string; store: Pick<ObjectStore, 'find' | 'read'> }

export type BackupSource = {
  kind: 'embedded' | 'postgres'
  /** Sees a snapshot of the database until it is closed. */
  session: Session
  /** Nothing is read from that snapshot afterwards. */
  endSnapshot(): Promise<void>
  /** Null leaves the videos out. */
  media: BackupMedia | null
  /** Where the files beside the database are. */
  dataDir: string
  /** Settings of the environment, as the text of an .env file. */
  settings: string
  version: string
  createdAt: Date
}

const partBytes = 4 * 1024 * 1024

export type MadeBackup = CheckedBackup & {
  /** Ids of videos that the database names and the store does not have: they are in no backup. */
  missingFiles: string[]
}

/** Writes a backup file, reads it again and compares it. Throws BackupFailure; then there is no file. */
export async function writeBackup(
  source: BackupSource,
  file: BackupFile,
  passphrase: string | null,
): Promise<MadeBackup> {
  const { session, kind, version, createdAt, media } = source
  const path = file.location
  const [state] = await session.query<{ name: string | null }>(`select to_regclass('schema_migrations')::text as name`)
  if (!state?.name) throw new BackupFailure('the database is empty: there is nothing to back up')
  const description: About = {
    format: 'cendaki-backup',
    formatVersion: media ? formatVersion : versionWithoutMedia,
    version,
    createdAt: createdAt.toISOString(),
    database: kind,
    migrations: await session.query(`select name, sha256 from schema_migrations order by name collate "C"`),
    tables: await listTables(session),
    media: media !== null,
  }
  await assertRoom(file, session, media)
  const written: End = { tables: {}, files: {}, media: {} }
  const missingFiles: string[] = []
  let checked: CheckedBackup | undefined
  await writeArchive(file, passphrase, {
    async produce({ add, stopCompressing }) {
      await addText(add, aboutEntry, JSON.stringify(description))
      for (const table of description.tables) written.tables[table.name] = await addTable(add, session, table)
      const videos = media ? await listVideos(session, media) : []
      await source.endSnapshot()
      // After the database: what the payment sandbox recorded later is applied after a restore, as after a lost notification.
      for (const name of await listStoredFiles(source.dataDir)) {
        const added = await addFile(add, source.dataDir, name)
        if (added) written.files[name] = added
      }
      if (media && videos.length > 0) {
        await stopCompressing()
        for (const video of videos) {
          const added = await addVideo(add, media, video)
          if (added) written.media[video.id] = added
          else missingFiles.push(video.id)
        }
      }
      await addText(add, settingsEntry, source.settings)
      await addText(add, endEntry, JSON.stringify(written))
    },
    async check(archive) {
      checked = await checkBackup(archive, passphrase)
      if (JSON.stringify(checked.end) !== JSON.stringify(written))
        throw new BackupFailure(`${path} does not contain what was written to it`)
    },
  })
  if (!checked) throw new Error('The backup was not checked')
  return { ...checked, missingFiles }
}

/** Compressed, rows take about a quarter of what they take in the database. Throws BackupFailure before a disk is filled in vain. */
async function assertRoom({ store, location }: BackupFile, session: Session, media: BackupMedia | null): Promise<void> {
  if (location.startsWith('s3://')) return
  const [size] = await session.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const videos = media ? await listVideos(session, media) : []
  await assertSpace(store.location, (size?.bytes ?? 0) / 4 + videos.reduce((sum, { bytes }) => sum + Number(bytes), 0))
}

const addText = (add: AddEntry, name: string, text: string): Promise<void> =>
  add(name, Buffer.byteLength(text), [Buffer.from(text)])

async function addTable(add: AddEntry, session: Session, table: CopiedTable): Promise<TableDigest> {
  const digest = createDigest()
  let part = 0
  let chunks: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes > 0) await add(tableEntry(table.name, ++part), bytes, chunks)
    chunks = []
    bytes = 0
  }
  for await (const chunk of session.copyOut(quotedTable(table), quotedColumns(table))) {
    digest.add(chunk)
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await flush()
  }
  await flush()
  return digest.read()
}

type Video = { id: string; bytes: number }

/** In a database that the version before their table left there are none. */
async function listVideos(session: Session, { table, query }: BackupMedia): Promise<Video[]> {
  const [found] = await session.query<{ name: string | null }>(`select to_regclass('${table}')::text as name`)
  return found?.name ? session.query<Video>(query) : []
}

/** Null when the store does not have it, or not all of it. */
async function addVideo(
  add: AddEntry,
  { store }: BackupMedia,
  { id, bytes }: Video,
): Promise<End['media'][string] | null> {
  const found = await store.find(id)
  const body = found?.bytes === bytes ? await store.read(id) : null
  if (!body) return null
  const sha256 = createHash('sha256')
  await add(mediaEntry(id), bytes, hashing(body, sha256))
  return { bytes, sha256: sha256.digest('hex') }
}

/** Files beside the database that the product cannot make again. */
export async function listStoredFiles(dataDir: string): Promise<string[]> {
  const [own, outbox] = await Promise.all([listNames(dataDir), listNames(join(dataDir, 'outbox'))])
  return [...own, ...outbox.map((name) => posix.join('outbox', name))].filter(isStoredFile).sort()
}

/** The files of a folder; none when it does not exist. */
async function listNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Null when there is no such file (any more). */
async function addFile(add: AddEntry, dataDir: string, name: string): Promise<End['files'][string] | null> {
  const file = await open(join(dataDir, name), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  try {
    // A file that grows meanwhile is copied as it was now.
    const { size } = await file.stat()
    const sha256 = createHash('sha256')
    await add(
      fileEntry(name),
      size,
      size === 0 ? [] : hashing(file.createReadStream({ end: size - 1, autoClose: false }), sha256),
    )
    return { bytes: size, sha256: sha256.digest('hex') }
  } finally {
    await file.close()
  }
}
