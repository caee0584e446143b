import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants as brotli, gzipSync } from 'node:zlib'
import { waitForFolder } from '#server/platform/folder-lock.ts'
import {
  distFolder,
  hashInputs,
  isBuiltFrom,
  listFiles,
  NotBuilt,
  projectRoot,
  stampPath,
  type BuildStep,
} from './ensure-built.ts'

/**
 * Makes dist unless it is current: first the server, which can begin to start then; then the pages, which can be served; and compresses them at last.
 * Only one of several processes that start together builds; a build that does not end leaves no stamp.
 */
export async function build(onStep: (step: BuildStep) => void): Promise<void> {
  const hash = hashInputs()
  if (isBuiltFrom(hash)) return
  await mkdir(distFolder, { recursive: true })
  const release = await waitForFolder(distFolder)
  try {
    if (isBuiltFrom(hash)) return
    await rm(stampPath, { force: true })
    const { createBuilder } = await import('vite').catch((cause: unknown) => {
      throw new NotBuilt(
        'dist is not built from these sources: run npm run build where the development packages are installed',
        { cause },
      )
    })
    const builder = await createBuilder({ root: projectRoot, logLevel: 'warn' })
    for (const name of ['server', 'client', 'worker', 'ssr']) {
      const environment = builder.environments[name]
      if (!environment) throw new Error(`vite.config.ts has no environment ${name}`)
      await builder.build(environment)
      if (name === 'server') onStep('server')
    }
    await nameWorker(join(distFolder, 'web/sw.js'), hash)
    onStep('pages')
    await compressAll(join(distFolder, 'web'))
    await writeFile(stampPath, hash)
  } finally {
    release()
  }
}

/** Adds the build id to the service worker, so that browsers install a new one after every change. */
async function nameWorker(file: string, hash: string): Promise<void> {
  await writeFile(file, `const build = '${hash.slice(0, 16)}';\n${await readFile(file, 'utf8')}`)
}

const compressible = /\.(js|css|svg|json|txt)$/

/** Editors and databases that few pages load: compressed in a quarter of the time, to a tenth more. */
const largeBytes = 400 * 1024

/** Compresses once, at the highest levels, in the time that is left: the pages can be served already, and on a first start the demo is filled in meanwhile. */
async function compressAll(folder: string): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  for (const file of listFiles(folder).filter((name) => compressible.test(name))) {
    const bytes = await readFile(file)
    const params = { [brotli.BROTLI_PARAM_QUALITY]: bytes.byteLength > largeBytes ? 9 : 11 }
    // On this thread, because those of the pool have a priority of their own.
    await writeWhole(`${file}.br`, brotliCompressSync(bytes, { params }))
    await writeWhole(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** The server may read the folder meanwhile. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const unfinished = join(distFolder, basename(file))
  await writeFile(unfinished, bytes)
  await rename(unfinished, file)
}
