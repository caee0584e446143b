import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { waitForFolder } from '#server/platform/folders/folder-lock.ts'
import { distFolder, hashInputs, isBuiltFrom, listFiles, NotBuilt, projectRoot, stampPath } from './ensure-built.ts'

/** Makes dist unless it is current. Only one of several processes that start together builds; a build that fails leaves no stamp. */
export async function build(): Promise<void> {
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
    await builder.buildApp()
    await nameWorker(join(distFolder, 'web/sw.js'), hash)
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
