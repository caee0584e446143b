import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runInChildProcess } from '#server/platform/child-process.ts'

/** The folder of package.json, src and dist. */
export const projectRoot = join(import.meta.dirname, '../../..')
export const distFolder = join(projectRoot, 'dist')
/** Names the inputs of a complete build. */
const stampFile = 'dist/built-from'

const inputs = ['src/contract', 'src/sandbox', 'src/server', 'src/web', 'vite.config.ts', 'package-lock.json']
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/**
 * SHA-256 of the names and contents of everything that dist is built from. Not their times: an archive unpacks files that are older than the build, and a copy or
 * an image has files that are newer.
 */
export function hashInputs(root = projectRoot): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((path) => listFiles(join(root, path))).filter((name) => !isTest(name)))
    hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** All files below a folder in a fixed order; for a file, just the file. Synchronous, which is five times as fast for a thousand small files. */
export function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** True when dist was built from these inputs. */
export function isBuiltFrom(hash: string, root = projectRoot): boolean {
  const file = join(root, stampFile)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

export const stampPath = join(projectRoot, stampFile)

/** There is no current build, and it cannot be made. The message is for the operator. */
export class NotBuilt extends Error {
  override name = 'NotBuilt'
}

/** Garbage is collected early, which costs no time here. */
const sparing = ['--max-semi-space-size=2', '--max-old-space-size=512']

/** Steps that are ready before the build has ended: the server, which can create a database; all that is served. */
export type BuildStep = 'server' | 'pages'

export type Building = Record<BuildStep | 'all', Promise<void>> & { isUnderWay: boolean }

/**
 * Builds dist unless it is current, in a process of its own: building takes 800 MB, which this process would never give back. The promises
 * reject with NotBuilt.
 */
export function startBuilding(onProgress: (what: string) => void): Building {
  if (isBuiltFrom(hashInputs())) {
    const all = Promise.resolve()
    return { isUnderWay: false, server: all, pages: all, all }
  }
  onProgress('building (once; again only when the sources change)')
  const steps = { server: Promise.withResolvers<void>(), pages: Promise.withResolvers<void>() }
  const all = runInChildProcess(join(projectRoot, 'src/server/process/commands/build.ts'), {
    execArgv: sparing,
    onProgress: (step) => steps[step as BuildStep].resolve(),
  }).catch((cause: Error) => {
    throw new NotBuilt(cause.message.replace(/^Not built: /, ''), { cause })
  })
  // Another process may have built everything.
  for (const { resolve, reject } of Object.values(steps)) all.then(resolve, reject)
  return { isUnderWay: true, server: steps.server.promise, pages: steps.pages.promise, all }
}

export const ensureBuilt = (onProgress: (what: string) => void): Promise<void> => startBuilding(onProgress).all
