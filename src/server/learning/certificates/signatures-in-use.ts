import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { certificates } from './tables.ts'

/** Ids of the pictures in certificates, which stay when the course has others. */
export async function listSignaturesInUse(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: sql<string>`substr(unnest(${certificates.signatures}), ${'/uploads/'.length + 1}::int, 36)` })
    .from(certificates)
    .where(sql`${certificates.signatures} <> '{}'`)
  return rows.map(({ id }) => id)
}
