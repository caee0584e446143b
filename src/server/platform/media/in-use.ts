import { uuidPattern } from '#contract/kit/uuid.ts'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable, Tx } from '#server/platform/database/index.ts'

/** The uploads that a module's rows refer to, by id. */
export type UploadsInUse = (tx: Tx) => Promise<string[]>

const id = `(${uuidPattern})(?:-[0-9]{2,4})?[.]webp`

/** Ids of all uploads in these columns, which may hold a file name, a URL, or HTML or JSON with many of them. */
export async function uploadsMentioned(queryable: Queryable, columns: readonly AnyPgColumn[]): Promise<string[]> {
  const found: string[] = []
  for (const column of columns) {
    const rows = await queryable
      .selectDistinct({ id: sql<string>`(regexp_matches(${column}::text, ${id}, 'g'))[1]` })
      .from(column.table)
      .where(sql`${column}::text like '%.webp%'`)
    found.push(...rows.map((row) => row.id))
  }
  return found
}
