import { mkdir, readdir, rename } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasDatabase } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { S3Place } from '#server/platform/storage/index.ts'
import { lockFolder } from '#server/platform/folders/folder-lock.ts'
import { parseCommandConfig, type CommandConfig } from '#server/process/config/config.ts'
import { listDemoAccounts } from '#server/process/demo/index.ts'
import { makeFirstAdmin, readAdmin } from './installation/first-admin.ts'
import { withDatabase } from './installation/on-installation.ts'
import { runCommand, say, UsageError } from './installation/run-command.ts'

// npm run leave-demo -- email name: from the demo to an empty site with its first admin. Runs when loaded.

const usage = 'npm run leave-demo -- email "name"   (of the first admin of your own site)'

await runCommand('The demo was not left', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length < 2) throw new UsageError(usage)
  const admin = readAdmin(positionals, usage)
  const config = parseCommandConfig(process.env)
  if (config.databaseUrl)
    throw new UsageError(
      'DATABASE_URL: this is for the embedded database; with PostgreSQL, set DATABASE_URL and DATA_DIR to a new database and folder, and run npm run create-admin',
    )
  if (!(await hasDatabase(config.dataDir)))
    throw new UsageError(`there is no database in ${config.dataDir}: npm run create-admin starts a site of your own`)
  if (!(await hasDemo(config.dataDir))) throw new UsageError(`${config.dataDir} does not have the demo`)
  const aside = await setAside(config.dataDir)
  await makeFirstAdmin(config, { ...admin, promote: false })
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

/** Moves all that a data folder holds into a new folder within it, which works where the folder itself is a volume. */
async function setAside(dataDir: string): Promise<string> {
  const release = lockFolder(dataDir)
  try {
    const entries = (await readdir(dataDir)).filter((name) => !/^(lock\.sqlite|left-demo-)/.test(name))
    const aside = resolve(dataDir, `left-demo-${systemClock.now().getTime()}`)
    await mkdir(aside, { mode: 0o700 })
    for (const name of entries) await rename(join(dataDir, name), join(aside, name))
    return aside
  } finally {
    release()
  }
}
