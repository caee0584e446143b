import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Other accounts of this machine can read or write data, or it belongs to one of them. The message is for the operator. */
class FolderNotPrivate extends Error {
  override name = 'FolderNotPrivate'
}

const entriesBesideData = String.raw`lock\.sqlite(-journal)?|creating|restoring|backups|backup-copy|control\.sock|cendaki-drill`
/** Entries that the product creates in its data folder beside its data, or before it has any. */
export const besideData = new RegExp(`^(${entriesBesideData})$`)
/** Everything that the product stores in its data folder. */
const ownEntries = new RegExp(
  String.raw`^(database|outbox|payment-sandbox\.(key|ndjson)|media|restored\.env|left-demo-\d+|upgrade\.json|${entriesBesideData})$`,
)
const groupAndOthers = 0o077

/**
 * Creates the data folder, and takes the permissions of group and others away from it and from all that the product stored there.
 * Throws FolderNotPrivate for a shared folder with files of others, such as /tmp, and where the permissions cannot be changed.
 */
export async function makePrivate(folder: string): Promise<void> {
  await makeFolder(resolve(folder))
  // Windows has no such permissions: folders there inherit those of the user's folder.
  if (process.platform === 'win32') return
  const entries = await readdir(folder)
  const { uid, mode } = await stat(folder)
  // The owner could not read afterwards what root creates in it.
  if (process.getuid?.() === 0 && uid !== 0)
    throw new FolderNotPrivate(
      `DATA_DIR: ${resolve(folder)} belongs to another user (${uid}), and this is root: run this as its owner, or set DATA_DIR to another folder`,
    )
  if (isOpen(mode)) {
    const foreign = entries.find((name) => !ownEntries.test(name))
    if (foreign !== undefined) throw notPrivate(folder, `it also holds ${foreign}`)
    await restrict(folder, 0o700)
    // Some file systems, such as those of other operating systems, ignore the change.
    if (isOpen((await stat(folder)).mode)) throw notPrivate(folder, 'its file system stores no permissions')
  }
  for (const name of entries.filter((entry) => ownEntries.test(entry))) await restrictAll(join(folder, name))
}

/** Creates a folder for this user only, with its parents. Unlike mkdir() with `recursive`, this ends where nothing can be created although the parent exists, as below /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const failure = await failureToMake(folder)
  if (failure === null) return
  const parent = dirname(folder)
  if (failure.code !== 'ENOENT' || parent === folder) throw failure
  await makeFolder(parent)
  // Also where the parent exists: another process may have made it since.
  const again = await failureToMake(folder)
  if (again) throw again
}

/** Null when the folder exists now. */
async function failureToMake(folder: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return null
  } catch (error) {
    const failure = error as NodeJS.ErrnoException
    return failure.code === 'EEXIST' && (await stat(folder)).isDirectory() ? null : failure
  }
}

const isOpen = (mode: number): boolean => (mode & groupAndOthers) !== 0

async function restrictAll(path: string): Promise<void> {
  const stats = await unlessGone(lstat(path))
  if (!stats || stats.isSymbolicLink()) return
  if (isOpen(stats.mode)) await unlessGone(restrict(path, stats.isDirectory() ? 0o700 : 0o600))
  if (stats.isDirectory())
    for (const name of (await unlessGone(readdir(path))) ?? []) await restrictAll(join(path, name))
}

/** Another process that uses the folder may delete files meanwhile. */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function restrict(path: string, mode: number): Promise<void> {
  try {
    await chmod(path, mode)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw cause
    throw notPrivate(path, 'its permissions cannot be changed', cause)
  }
}

const notPrivate = (path: string, why: string, cause?: unknown): FolderNotPrivate =>
  new FolderNotPrivate(
    `DATA_DIR: other users of this machine can open ${resolve(path)}, and ${why}: set DATA_DIR to an empty folder of this user, or remove the permissions with chmod -R go=`,
    { cause },
  )
