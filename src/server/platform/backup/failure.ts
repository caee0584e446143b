/** Why a backup, restore or move failed, in one sentence for the operator. */
export class BackupFailure extends Error {
  override name = 'BackupFailure'
}

/** The beginning of the line in which `npm run backup` says why; other lines are warnings. The schedule reads it. */
export const noBackupMade = 'No backup was made'

const sentences: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EFBIG: 'the file system does not allow a file that large',
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
}

/** Turns a failure of the file system into a sentence; returns other errors unchanged. PostgreSQL's own full disk has code 53100. */
export function describeFileFailure(error: unknown, path: string): unknown {
  // The embedded database throws values of its own for its files, without a code that says why.
  if (!(error instanceof Error))
    return new BackupFailure(`${path}: the embedded database could not write its files, the disk may be full`, {
      cause: error,
    })
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (code === '53100') return new BackupFailure('the disk of the database is full', { cause: error })
    const sentence = typeof code === 'string' ? sentences[code] : undefined
    if (sentence) return new BackupFailure(`${path}: ${sentence}`, { cause: error })
  }
  return error
}
