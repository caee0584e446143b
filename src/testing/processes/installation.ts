import { existsSync, openAsBlob } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/platform/database/index.ts'
import { waitForFolder } from '#server/platform/folder-lock.ts'
import { startProduct, untilReady } from './product-process.ts'

// Installations that many tests begin with: each is made once per run, by the test that needs it first, and copied for every test.

/** Creates a data folder whose database is migrated and empty, and fills it with `work`. */
export async function fillDataDir(dataDir: string, work?: (database: Database) => Promise<unknown>): Promise<void> {
  await copyMade('migrated', dataDir, async (made) => {
    const database = await openDatabase({ dataDir: made, snapshot: await openAsBlob(inject('embeddedSnapshot')) })
    await database.close()
  })
  if (work) await inDatabase(dataDir, work)
}

/** Creates a data folder with the demo, as the first start without any settings leaves it. */
export const copyDemo = (dataDir: string): Promise<void> =>
  copyMade('demo', dataDir, async (made) => {
    const product = await startProduct({ DATA_DIR: made })
    await untilReady(product)
    product.child.kill('SIGTERM')
    if ((await product.exited) !== 0) throw new Error(product.output())
  })

async function copyMade(name: string, dataDir: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(inject('installations'), name)
  const [made, unfinished] = [join(folder, 'made'), join(folder, 'unfinished')]
  await mkdir(folder, { recursive: true })
  // Another worker may be making it.
  const release = await waitForFolder(folder)
  try {
    if (!existsSync(made)) {
      await rm(unfinished, { recursive: true, force: true })
      await make(unfinished)
      await rename(unfinished, made)
    }
  } finally {
    release()
  }
  await cp(made, dataDir, { recursive: true })
}

/** Opens the database of an installation whose product is stopped. */
export async function inDatabase<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ dataDir })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Adds an account without a password. */
export const addUser = (database: Database, email: string, role: 'admin' | 'student' = 'student'): Promise<unknown> =>
  database.query.execute(
    sql`insert into users (id, name, email, role, created_at) values (gen_random_uuid(), 'Sari', ${email}, ${role}, '2026-11-01T00:00:00Z')`,
  )
