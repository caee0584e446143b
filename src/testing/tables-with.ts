import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/index.ts'

/** Names of all tables with this text in any column of any type. */
export async function tablesWith({ database }: { database: Database }, text: string): Promise<string[]> {
  const { rows: tables } = await database.query.execute(
    sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { table_name: table } of tables) {
    const { rows } = await database.query.execute(
      sql`select 1 from ${sql.identifier(String(table))} as t where strpos(to_jsonb(t)::text, ${text}) > 0 limit 1`,
    )
    if (rows.length > 0) found.push(String(table))
  }
  return found.sort()
}
