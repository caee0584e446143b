import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import postgres from 'postgres'
import { inject } from 'vitest'
import { openDatabase, openTemporaryDatabase, type Database } from '#server/database/index.ts'

/** A migrated, empty database of its own for each caller: embedded, or on the real PostgreSQL where this run has one. */
export async function openTestDatabase(): Promise<Database> {
  const templateUrl = inject('postgresTemplateUrl')
  return templateUrl ? copyOnPostgres(templateUrl) : openEmbeddedCopy()
}

const openEmbeddedCopy = async (): Promise<Database> => openTemporaryDatabase(await openAsBlob(inject('embeddedSnapshot')))

/** An installation that has been migrated before, for commands that open it themselves. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, snapshot: await openAsBlob(inject('embeddedSnapshot')) })
  await database.close()
}

async function copyOnPostgres(templateUrl: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  const adminUrl = new URL(templateUrl)
  adminUrl.pathname = '/postgres'
  const admin = postgres(adminUrl.href, { max: 1, onnotice: () => {} })
  try {
    await admin.unsafe(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  adminUrl.pathname = `/${name}`
  return openDatabase({ databaseUrl: adminUrl.href })
}
