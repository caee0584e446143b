import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createModules } from '#server/app/modules.ts'
import { createPasswords, listStaff } from '#server/identity/index.ts'
import { BackupFailure, hasDatabase } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/database/index.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { readConfig } from '#server/process/read-config.ts'
import { openMailTransport } from '#server/process/open-product.ts'
import { openPayments } from '#server/process/open-payments.ts'
import { openDocumentStore } from '#server/process/open-media-store.ts'
import { withDatabase } from './on-installation.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run export -- FOLDER: all courses as files, people and orders as CSV. Runs when loaded.

const usage = 'npm run export -- FOLDER   (an empty or new folder)'

await runCommand('Nothing was exported', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, ...rest] = positionals
  if (!folder || rest.length > 0) throw new UsageError(usage)
  await assertEmpty(folder)
  const config = await readConfig(process.env, { listens: false })
  const { databaseUrl, dataDir } = parseCommandConfig(process.env)
  if (!databaseUrl && !(await hasDatabase(dataDir))) throw new BackupFailure(`there is no database in ${dataDir}`)
  const log = pino({ level: 'error' })
  const clock = systemClock
  await withDatabase({ databaseUrl, dataDir }, async (database) => {
    await migrate(database)
    const admin = (await listStaff(database.query)).find(({ role }) => role === 'admin')
    if (!admin) throw new UsageError('there is no admin yet: run npm run create-admin first')
    // Nothing is paid or mailed here; the modules only want to know how.
    const payments = await openPayments(config, clock, { toApp: async () => new Response(null), onFailure: () => {} })
    const modules = await createModules({
      database,
      payments: payments.provider,
      mailTransport: openMailTransport(config),
      media: { ...openDocumentStore(config), maximumBytes: config.videoMaximumBytes },
      clock,
      log,
      publicUrl: config.publicUrl,
      sessionLives: config.sessionLives,
      passwords: createPasswords(),
      google: null,
    })
    try {
      const viewer = { ...admin, photo: admin.avatar, sessionId: '', hasFreshProof: true, mustSetUpTwoSteps: false }
      const files = await modules.moving.listAll(viewer, { withPasswords: true })
      for (const { path, read } of files) {
        const file = join(folder, path)
        await mkdir(dirname(file), { recursive: true })
        await pipeline(Readable.from(read(), { objectMode: false }), createWriteStream(file, { mode: 0o600 }))
      }
      say(
        `${folder}: ${files.length - 2} courses, people.csv and orders.csv. They hold personal data and password hashes: keep them safe, delete them afterwards.`,
      )
    } finally {
      await modules.cacheTags.close()
    }
  })
})

async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new UsageError(`${folder} is a file`)
    throw error
  })
  if (names.length > 0) throw new UsageError(`${folder} is not empty`)
}
