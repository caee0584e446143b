import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ensureBuiltFrom } from '#server/process/builds/ensure-built-from.ts'
import { projectRoot } from '#server/process/builds/project-root.ts'
import { hashSources, isBuiltFrom, listFiles } from '#server/process/builds/source-hash.ts'

export const distFolder = join(projectRoot, 'dist')

// The inputs of the build.
const sources = ['src/web', 'src/contract', 'vite.config.ts', 'package-lock.json']
const stampFile = join(distFolder, 'built-from')

/** Builds the web side unless the existing build comes from the current sources. */
export async function ensureBuilt(onProgress: (what: string) => void): Promise<void> {
  const stamp = hashSources(projectRoot, sources)
  await ensureBuiltFrom(stampFile, stamp, () => build(stamp, onProgress))
}

/** A production installation without build tools has no current build. The message is for the operator. */
export class NotBuilt extends Error {
  override name = 'NotBuilt'
}

/** True when the build in dist comes from the current sources. */
export const isBuilt = (): boolean => isBuiltFrom(stampFile, hashSources(projectRoot, sources))

async function build(stamp: string, onProgress: (what: string) => void): Promise<void> {
  onProgress('building the pages (once; again only when their sources change)')
  const { createBuilder } = await import('vite').catch((cause: unknown) => {
    throw new NotBuilt('the pages are not built from these sources: run npm run build where the development packages are installed', { cause })
  })
  for (const part of ['web', 'renderer']) await rm(join(distFolder, part), { recursive: true, force: true })
  const builder = await createBuilder({ root: projectRoot, logLevel: 'warn' })
  await builder.buildApp()
  await nameWorker(join(distFolder, 'web/sw.js'), stamp)
  await compressAll(join(distFolder, 'web'))
}

/** Adds the build id to the service worker, so that browsers install a new one after every change. */
async function nameWorker(file: string, stamp: string): Promise<void> {
  await writeFile(file, `const build = '${stamp.slice(0, 16)}'\n${await readFile(file, 'utf8')}`)
}

const compressible = /\.(js|css|svg|json|txt)$/
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses once, at the highest levels. */
async function compressAll(folder: string): Promise<void> {
  for (const file of listFiles(folder).filter((name) => compressible.test(name))) {
    const bytes = await readFile(file)
    await writeFile(`${file}.br`, await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    await writeFile(`${file}.gz`, await compressGzip(bytes, { level: 9 }))
  }
}
