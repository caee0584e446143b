import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Free on the disk of a folder that exists. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Bytes of all files below a folder. One that vanishes meanwhile does not count. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
