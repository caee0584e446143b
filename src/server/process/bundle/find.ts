import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#server/process/builds/project-root.ts'
import { hashSources, isBuiltFrom } from '#server/process/builds/source-hash.ts'

/** Below the root of the project. */
export const bundleFolder = 'dist/server'
export const stampFile = 'built-from'
/** Imported without effect by `npm run build`, which compiles it; `serve.js` is the entry point. */
export const startModule = pathToFileURL(join(projectRoot, bundleFolder, 'start.js')).href
const sources = ['src/server', 'src/sandbox', 'src/contract', 'package-lock.json']

/** Identifies the sources of the bundle. */
export const bundleStamp = (root: string): string => hashSources(root, sources, (file) => /(?<!\.test)\.ts$|\.json$/.test(file))

/** URL of the bundle's copy of serve.ts; null unless it was made from the current sources. Called before everything else, so it imports next to nothing. */
export function findBundle(root = projectRoot): string | null {
  const folder = join(root, bundleFolder)
  return isBuiltFrom(join(folder, stampFile), bundleStamp(root)) ? pathToFileURL(join(folder, 'serve.js')).href : null
}
