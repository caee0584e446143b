import { buffer } from 'node:stream/consumers'
import { readArchive, type ArchiveEntry, type ArchiveFacts, type StoredArchive } from './backup-archive.ts'
import { describeBody } from '#server/platform/storage/index.ts'
import { readFile, type BackupFile } from './backup-file.ts'
import { createDigest } from './database-tables.ts'
import { BackupFailure } from './failure.ts'
import {
  about,
  aboutEntry,
  end,
  endEntry,
  formatVersion,
  isMediaId,
  isStoredFile,
  settingsEntry,
  type About,
  type End,
} from './backup-format.ts'

export type CheckedBackup = {
  about: About
  end: End
  rows: number
  files: number
  videos: number
  bytes: number
  encrypted: boolean
}

export type BackupEntry =
  | { kind: 'about'; about: About }
  | { kind: 'rows'; table: string; rows: Buffer }
  | { kind: 'file'; name: string; bytes: Buffer }
  | { kind: 'media'; id: string; bytes: number; /** To be read to its end. */ body: AsyncIterable<Uint8Array> }
  | { kind: 'settings'; text: string }
  | { kind: 'end'; end: End }

/** The parts of a backup file in order. Throws BackupFailure for a file that is not a backup, is damaged, or came from a newer format. */
export async function* readBackup(
  archive: StoredArchive,
  passphrase: string | null,
  facts?: ArchiveFacts,
): AsyncGenerator<BackupEntry> {
  const path = archive.name
  let first = true
  for await (const entry of readArchive(archive, passphrase, facts)) {
    if (first !== (entry.name === aboutEntry)) throw new BackupFailure(`${path} is not a backup of Cendaki`)
    first = false
    yield await parseEntry(path, entry)
  }
  if (first) throw new BackupFailure(`${path} is not a backup of Cendaki`)
}

async function parseEntry(path: string, { name, bytes, body: stream }: ArchiveEntry): Promise<BackupEntry> {
  const [folder, ...rest] = name.split('/')
  if (folder === 'media' && rest.length === 1 && isMediaId(rest[0] ?? ''))
    return { kind: 'media', id: rest[0] ?? '', bytes, body: stream }
  const body = await buffer(stream)
  if (name === aboutEntry) return { kind: 'about', about: parseAbout(path, body) }
  if (name === settingsEntry) return { kind: 'settings', text: body.toString() }
  if (name === endEntry) return { kind: 'end', end: parse(path, body, (value) => end.parse(value)) }
  if (folder === 'database' && rest.length === 2 && rest[0]) return { kind: 'rows', table: rest[0], rows: body }
  if (folder === 'files' && isStoredFile(rest.join('/'))) return { kind: 'file', name: rest.join('/'), bytes: body }
  throw new BackupFailure(`${path} contains ${name}, which this version does not know`)
}

function parseAbout(path: string, body: Buffer): About {
  const value = parse(path, body, (json) => json as { formatVersion?: unknown })
  if (typeof value.formatVersion === 'number' && value.formatVersion > formatVersion)
    throw new BackupFailure(`${path} was made by a newer version of Cendaki: restore it with that version`)
  return parse(path, body, (json) => about.parse(json))
}

function parse<Value>(path: string, body: Buffer, read: (json: unknown) => Value): Value {
  try {
    return read(JSON.parse(body.toString()))
  } catch (cause) {
    throw new BackupFailure(`${path} is damaged or incomplete`, { cause })
  }
}

export const archiveOf = (file: BackupFile): StoredArchive => ({ name: file.location, read: () => readFile(file) })

/** Reads a whole backup and compares its contents with its own list of them. Throws BackupFailure where they differ. */
export async function checkBackup(archive: StoredArchive, passphrase: string | null): Promise<CheckedBackup> {
  const path = archive.name
  const facts: ArchiveFacts = { encrypted: false, bytes: 0 }
  let description: About | undefined
  let expected: End | undefined
  const tables = new Map<string, ReturnType<typeof createDigest>>()
  const [files, media]: [End['files'], End['media']] = [{}, {}]
  for await (const entry of readBackup(archive, passphrase, facts)) {
    if (entry.kind === 'about') {
      description = entry.about
      for (const { name } of entry.about.tables) tables.set(name, createDigest())
    }
    if (entry.kind === 'rows') tables.get(entry.table)?.add(entry.rows)
    if (entry.kind === 'file') files[entry.name] = await describeBody([entry.bytes])
    if (entry.kind === 'media') media[entry.id] = await describeBody(entry.body)
    if (entry.kind === 'end') expected = entry.end
  }
  const found: End = {
    tables: Object.fromEntries([...tables].map(([name, digest]) => [name, digest.read()])),
    files,
    media,
  }
  if (!description || !expected || !isSame(found, expected)) throw new BackupFailure(`${path} is damaged or incomplete`)
  return {
    about: description,
    end: expected,
    rows: Object.values(expected.tables).reduce((sum, { rows }) => sum + rows, 0),
    files: Object.keys(files).length,
    videos: Object.keys(media).length,
    ...facts,
  }
}

const sorted = ({ tables, files, media }: End): string =>
  JSON.stringify([tables, files, media].map((record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))))
const isSame = (one: End, other: End): boolean => sorted(one) === sorted(other)
