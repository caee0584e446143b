import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isEncrypted, readArchive } from './archive.ts'
import { createDigest } from './database-tables.ts'
import { BackupFailure } from './failure.ts'
import { about, aboutEntry, end, endEntry, formatVersion, isStoredFile, settingsEntry, type About, type End } from './format.ts'

export type CheckedBackup = { about: About; end: End; rows: number; files: number; bytes: number; encrypted: boolean }

export type BackupEntry =
  | { kind: 'about'; about: About }
  | { kind: 'rows'; table: string; rows: Buffer }
  | { kind: 'file'; name: string; bytes: Buffer }
  | { kind: 'settings'; text: string }
  | { kind: 'end'; end: End }

/** The parts of a backup file in order. Throws BackupFailure for a file that is not a backup, is damaged, or came from a newer format. */
export async function* readBackup(path: string, passphrase: string | null): AsyncGenerator<BackupEntry> {
  let first = true
  for await (const { name, body } of readArchive(path, passphrase)) {
    if (first !== (name === aboutEntry)) throw new BackupFailure(`${path} is not a backup of Cendaki`)
    first = false
    yield parseEntry(path, name, body)
  }
  if (first) throw new BackupFailure(`${path} is not a backup of Cendaki`)
}

function parseEntry(path: string, name: string, body: Buffer): BackupEntry {
  const [folder, ...rest] = name.split('/')
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

/** Reads a whole backup file and compares its contents with its own list of them. Throws BackupFailure where they differ. */
export async function checkBackup(path: string, passphrase: string | null): Promise<CheckedBackup> {
  let description: About | undefined
  let expected: End | undefined
  const tables = new Map<string, ReturnType<typeof createDigest>>()
  const files: End['files'] = {}
  for await (const entry of readBackup(path, passphrase)) {
    if (entry.kind === 'about') {
      description = entry.about
      for (const { name } of entry.about.tables) tables.set(name, createDigest())
    }
    if (entry.kind === 'rows') tables.get(entry.table)?.add(entry.rows)
    if (entry.kind === 'file') files[entry.name] = { bytes: entry.bytes.length, sha256: createHash('sha256').update(entry.bytes).digest('hex') }
    if (entry.kind === 'end') expected = entry.end
  }
  const found: End = { tables: Object.fromEntries([...tables].map(([name, digest]) => [name, digest.read()])), files }
  if (!description || !expected || !isSame(found, expected)) throw new BackupFailure(`${path} is damaged or incomplete`)
  return {
    about: description,
    end: expected,
    rows: Object.values(expected.tables).reduce((sum, { rows }) => sum + rows, 0),
    files: Object.keys(files).length,
    bytes: (await stat(path)).size,
    encrypted: await isEncrypted(path),
  }
}

const sorted = ({ tables, files }: End): string => JSON.stringify([tables, files].map((record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))))
const isSame = (one: End, other: End): boolean => sorted(one) === sorted(other)
