import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { announce } from './announce.ts'
import { distFolder, startBuilding } from './ensure-built.ts'

// Entry point: runs when loaded. With --dev it runs the sources, otherwise dist, which it builds first where there is no current build.

// Read first: npm may end while the server is built or starts.
const parentAtStart = process.ppid
const isDevelopment = process.argv.includes('--dev')
const fail = (error: Error): never => {
  announce(`\nCendaki cannot start: ${error.message}`, 'fatal')
  process.exit(1)
}
const onProgress = (what: string) => announce(`· ${what}`)
const building = isDevelopment ? null : startBuilding(onProgress)
const createdEarly = building?.isUnderWay ? createEarly() : Promise.resolve(false)
const pagesAreBuilt = building?.pages.catch(fail) ?? Promise.resolve()
await building?.server.catch(fail)
const built = pathToFileURL(join(distFolder, 'server/serve.js')).href
const { serve } = (await import(isDevelopment ? './serve.ts' : built)) as typeof import('./serve.ts')
const buildHasEnded = building?.all ?? Promise.resolve()
await serve({ isDevelopment, parentAtStart, pagesAreBuilt, buildHasEnded, createdEarly })

async function createEarly(): Promise<boolean> {
  const { createDatabaseEarly } = await import('./create-database-early.ts')
  return createDatabaseEarly(process.env, onProgress)
}
