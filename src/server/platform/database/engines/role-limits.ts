import type { Session } from '#server/platform/database/driver.ts'
import { limits } from './postgres-limits.ts'

/**
 * Sets the limits as defaults of a role in this database, for the connections that a pooler opens with it, and closes the session. Connections that the pooler
 * holds already keep theirs until it opens others.
 */
export async function setRoleLimits(session: Session, role: string): Promise<void> {
  try {
    const wanted = Object.entries(limits).map(([name, ms]) => `${name}=${ms}`)
    await session.run('begin')
    // Two processes that start together would change the same row of the catalog.
    await session.query(`select pg_advisory_xact_lock(hashtextextended('cendaki-role-limits', 0))`)
    const [row] = await session.query<{ role: string; database: string; missing: boolean }>(
      `select quote_ident($1) as role, quote_ident(current_database()) as database, not exists (
         select 1 from pg_db_role_setting join pg_roles on pg_roles.oid = setrole join pg_database on pg_database.oid = setdatabase
         where rolname = $1 and datname = current_database() and setconfig @> string_to_array($2, ',')) as missing`,
      [role, wanted.join(',')],
    )
    for (const [name, ms] of row?.missing ? Object.entries(limits) : [])
      await session.run(`alter role ${row?.role} in database ${row?.database} set ${name} = ${ms}`)
    await session.run('commit')
  } finally {
    await session.close()
  }
}
