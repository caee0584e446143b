import { mkdir, readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listStaff } from '#server/identity/index.ts'
import { hasDatabase } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { demoAccounts } from '#server/process/demo/index.ts'
import { makeFirstAdmin, readAdmin } from './first-admin.ts'
import { runCommand, say, UsageError } from './run-command.ts'

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
  if (!(await hasDatabase(config.dataDir))) throw new UsageError(`there is no database in ${config.dataDir}: npm run create-admin starts a site of your own`)
  if (!(await hasDemo(config.dataDir))) throw new UsageError(`${config.dataDir} does not have the demo`)
  const aside = await setAside(config.dataDir)
  await makeFirstAdmin(config, { ...admin, promote: false })
  say(`
The site is empty, and npm start does not bring the demo back. What the demo was, with all that you tried in it, is in
${aside}. Start with DATA_DIR set to it to see it again; delete it when you no longer need it.`)
})

async function hasDemo(dataDir: string): Promise<boolean> {
  const database = await openDatabase({ dataDir })
  try {
    return (await listStaff(database.query)).some(({ email }) => email === demoAccounts.admin)
  } finally {
    await database.close()
  }
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
