import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { waitForFolder } from '#server/platform/folder-lock.ts'
import { projectRoot } from './project-root.ts'
import { isBuiltFrom } from './source-hash.ts'

/**
 * Runs `build` unless `stampFile` has `stamp`, which identifies the sources, and writes it there afterwards. Only one of several processes that
 * start together builds; a build that fails leaves no stamp.
 */
export async function ensureBuiltFrom(stampFile: string, stamp: string, build: () => Promise<void>): Promise<void> {
  if (isBuiltFrom(stampFile, stamp)) return
  await mkdir(dirname(stampFile), { recursive: true })
  const release = await waitForFolder(join(projectRoot, 'dist'))
  try {
    if (isBuiltFrom(stampFile, stamp)) return
    await rm(stampFile, { force: true })
    await build()
    await writeFile(stampFile, stamp)
  } finally {
    release()
  }
}
