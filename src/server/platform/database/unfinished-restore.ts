import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Queryable } from './driver.ts'

/** A restore was interrupted, so the place holds a part of the data. The message is for the operator. */
class UnfinishedRestore extends Error {
  override name = 'UnfinishedRestore'
}

const unfinished = (where: string) =>
  new UnfinishedRestore(
    `a restore into ${where} was interrupted: run npm run restore again with the same file, it starts over`,
  )

/** Holds the files of a restore into a data folder until it is complete. */
export const restoringFolder = 'restoring'

/** Throws UnfinishedRestore for a data folder into which a restore was interrupted. */
export async function rejectUnfinishedFolder(dataDir: string): Promise<void> {
  const exists = async (...names: string[]) =>
    (await access(join(dataDir, ...names)).catch(() => 'missing')) !== 'missing'
  // The database is moved out of it last.
  if ((await exists(restoringFolder)) && !(await exists('database', 'PG_VERSION'))) throw unfinished(dataDir)
}

/** Throws UnfinishedRestore for a PostgreSQL database into which a restore was interrupted. */
export async function rejectUnfinishedRestore(queryable: Queryable): Promise<void> {
  const [row] = await queryable
    .select({ name: sql<string | null>`to_regclass('unfinished_restore')::text` })
    .from(sql`(select 1) as one`)
  if (row?.name) throw unfinished('the database of DATABASE_URL')
}
