import { resolve, sep } from 'node:path'
import { BackupFailure } from '#server/platform/backup/index.ts'
import { causesOf, describeDatabaseFailure } from '#server/platform/database/index.ts'
import { ConfigError } from './config/config-error.ts'

/** A wrong use of a command, reported in one line. */
export class UsageError extends Error {}

const expected = [
  'StorageFailure',
  'FolderInUse',
  'FolderNotPrivate',
  'UnfinishedRestore',
  'OtherMajorVersion',
  'MigrationBlocked',
  'StepFailed',
]

/** Describes a failed start or command: one line with the setting for what can be corrected, else the innermost cause and the stack. */
export function describeFailure(error: unknown, env: Record<string, string | undefined>): string {
  if (!(error instanceof Error)) return String(error)
  if (
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof BackupFailure ||
    expected.includes(error.name)
  )
    return error.message
  const {
    code = '',
    syscall,
    path,
    address,
    hostname,
  } = error as NodeJS.ErrnoException & {
    address?: string
    hostname?: string
  }
  if (code.startsWith('ERR_PARSE_ARGS')) return error.message
  if (syscall === 'listen') return describeListening(code, address)
  if (syscall === 'getaddrinfo' && hostname === env['HOST']) return describeListening(code, hostname)
  const database = describeDatabaseFailure(error, env)
  if (database !== null) return database
  const setting = path && folderFailures[code] && settingOf(path, env)
  if (setting) return `${setting}: ${path} ${folderFailures[code]}`
  // A wrapper such as that of drizzle says what was tried, and its innermost cause what went wrong.
  const innermost = causesOf(error).at(-1) ?? error
  return innermost === error ? stackOf(error) : `${innermost.message}\n${stackOf(error)}`
}

const stackOf = (error: Error): string => error.stack ?? error.message

function describeListening(code: string, address = ''): string {
  if (code === 'EADDRINUSE') return 'PORT: the port is taken: stop the other program, or set PORT to another number'
  if (code === 'EACCES')
    return 'PORT: this user may not listen on ports below 1024: set PORT to a higher number, and put a proxy in front'
  return `HOST: ${address} is no address of this machine (${code}): set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses`
}

const folderFailures: Record<string, string> = {
  EEXIST: 'is a file, and a folder is needed',
  ENOTDIR: 'is below a file, and a folder is needed',
  ENOENT: 'does not exist, and cannot be created there',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a disk that is full',
  ENAMETOOLONG: 'is too long a name',
}

/** The setting whose folder a path is in, or above. */
function settingOf(path: string, env: Record<string, string | undefined>): string | undefined {
  const folders = { BACKUP_DIR: env['BACKUP_DIR'], DATA_DIR: env['DATA_DIR'] || '.data' }
  const [found] =
    Object.entries(folders).find(([, folder]) => folder && (isWithin(path, folder) || isWithin(folder, path))) ?? []
  return found
}

const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
