import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasDatabase } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { S3Place } from '#server/platform/storage/index.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { makeFolder } from '#server/platform/private-folder.ts'
import { parseCommandConfig, type CommandConfig } from '#server/process/config/config.ts'
import { listDemoAccounts } from '#server/process/demo/index.ts'
import { makeFirstAdmin, readAdmin } from './first-admin.ts'
import { withDatabase } from './on-installation.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run leave-demo -- email name: from the demo to an empty site with its first admin. Runs when loaded.

const usage = 'npm run leave-demo -- email "name"   (of the first admin of your own site)'

/** In the folder that a demo is moved to: the new site, until it is in the place of the demo. */
const newSite = 'new-site'

await runCommand('The demo was not left', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length < 2) throw new UsageError(usage)
  const admin = readAdmin(positionals, usage)
  const config = parseCommandConfig(process.env)
  if (config.databaseUrl)
    throw new UsageError(
      'DATABASE_URL: this is for the embedded database; with PostgreSQL, set DATABASE_URL and DATA_DIR to a new database and folder, and run npm run create-admin',
    )
  const { dataDir } = config
  if (await hasDatabase(dataDir)) {
    if (!(await hasDemo(dataDir))) throw new UsageError(`${dataDir} does not have the demo`)
  } else if (!(await findUnfinished(dataDir)))
    throw new UsageError(`there is no database in ${dataDir}: npm run create-admin starts a site of your own`)
  const { admin: made, aside } = await replaceDemo(dataDir, (place) =>
    makeFirstAdmin({ ...config, dataDir: place }, { ...admin, promote: false }),
  )
  say(made)
  say(`
The site is empty, and npm start does not bring the demo back. What the demo was, with all that you tried in it, is in
${aside}. Start with DATA_DIR set to it to see it again; delete it when you no longer need it.`)
  for (const place of placesOutside(config)) say(`Not touched: ${place}. Delete what is of the demo there.`)
})

/** Where the demo may have left something outside of DATA_DIR. */
function placesOutside({ dataDir, backup, mediaBucket }: CommandConfig): string[] {
  const backupsAreInside = !relative(resolve(dataDir), resolve(backup.folder)).startsWith('..')
  const inBucket = ({ bucket, prefix }: S3Place) => `the bucket ${bucket}, below ${prefix}`
  return [
    ...(backupsAreInside ? [] : [`backups in ${backup.folder}`]),
    ...(backup.bucket ? [`backups in ${inBucket(backup.bucket)}`] : []),
    ...(mediaBucket ? [`videos in ${inBucket(mediaBucket)}`] : []),
  ]
}

function hasDemo(dataDir: string): Promise<boolean> {
  return withDatabase({ dataDir, databaseUrl: null }, async ({ query }) => (await listDemoAccounts(query)).length > 0)
}

/**
 * Moves all that a data folder holds into a new folder within it, which works where the folder itself is a volume, and puts a new site in its place.
 * It may be killed at any time: the new site is complete before anything is moved, the database is moved last, and a repeat goes on.
 */
async function replaceDemo(
  dataDir: string,
  makeSite: (dataDir: string) => Promise<string>,
): Promise<{ admin: string; aside: string }> {
  const release = lockFolder(dataDir)
  try {
    const aside = (await findUnfinished(dataDir)) ?? resolve(dataDir, `left-demo-${systemClock.now().getTime()}`)
    const site = join(aside, newSite)
    await rm(site, { recursive: true, force: true })
    await makeFolder(site)
    const admin = await makeSite(site)
    try {
      for (const name of await listDemo(dataDir)) await rename(join(dataDir, name), join(aside, name))
      await rename(join(site, 'database'), join(dataDir, 'database'))
    } catch (error) {
      say(`A part of the demo is in ${aside} already. The same command goes on from there.`)
      throw error
    }
    await rm(site, { recursive: true })
    return { admin, aside }
  } finally {
    release()
  }
}

/** Names in a data folder, the database last. */
async function listDemo(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => !/^(lock\.sqlite|left-demo-)/.test(name))
  return names.sort((one, other) => Number(one === 'database') - Number(other === 'database'))
}

/** The folder that a part of the demo was moved to before this command was killed. Undefined also where a start has made again what is in it. */
async function findUnfinished(dataDir: string): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined
  const inPlace = await listDemo(dataDir)
  return (await readdir(dataDir))
    .filter((name) => name.startsWith('left-demo-'))
    .map((name) => resolve(dataDir, name))
    .find((aside) => existsSync(join(aside, newSite)) && !inPlace.some((name) => existsSync(join(aside, name))))
}
