import { hash } from 'node:crypto'
import type { Session } from '#server/platform/database/index.ts'

/** A table as it is copied. Generated columns are left out, because the database computes them again. */
export type CopiedTable = { name: string; columns: string[] }

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quotedTable = ({ name }: CopiedTable): string => quote(name)
export const quotedColumns = ({ columns }: CopiedTable): string => columns.map(quote).join(', ')

/** Tables about one place, not about what is kept in it: each place has its own. */
const ownTables = ['schema_migrations', 'unfinished_restore', 'backup_runs']

/** The tables of the current schema, by name. */
export async function listTables(session: Session): Promise<CopiedTable[]> {
  const rows = await session.query<{ name: string; columns: string[] }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`)
  return rows.filter(({ name }) => !ownTables.includes(name))
}

/** Rows of a table: their number, and the sum of their hashes. Equal rows in any order have equal digests. */
export type TableDigest = { rows: number; digest: string }

const newline = 0x0a
const modulus = 1n << 128n

/** Adds up the rows of chunks in COPY's text format, each of whole rows. */
export function createDigest() {
  let rows = 0
  let sum = 0n
  return {
    add(chunk: Buffer): void {
      // A line feed inside a value is written as \n, so each one ends a row.
      for (
        let start = 0, end = chunk.indexOf(newline);
        end !== -1;
        start = end + 1, end = chunk.indexOf(newline, start)
      ) {
        const digest = hash('sha256', chunk.subarray(start, end), 'buffer')
        sum += (digest.readBigUInt64LE(0) << 64n) | digest.readBigUInt64LE(8)
        rows++
      }
      sum %= modulus
    },
    read: (): TableDigest => ({ rows, digest: sum.toString(16).padStart(32, '0') }),
  }
}

/** Reads a whole table. */
export async function digestTable(session: Session, table: CopiedTable): Promise<TableDigest> {
  const digest = createDigest()
  for await (const chunk of session.copyOut(quotedTable(table), quotedColumns(table))) digest.add(chunk)
  return digest.read()
}
