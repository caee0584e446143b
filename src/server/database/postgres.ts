import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Driver, Queryable } from './driver.ts'

/** A real PostgreSQL, 15 or newer. */
export function openPostgres(databaseUrl: string): Driver {
  const client = postgres(databaseUrl, {
    max: 10,
    connect_timeout: 5,
    // Clients give up on slower requests anyway.
    connection: { statement_timeout: 5_000, application_name: 'cendaki' },
    onnotice: () => {},
  })
  const db = drizzle(client)
  return {
    kind: 'postgres',
    drizzle: db as unknown as Queryable,
    // Without a timeout: building an index, or waiting for a process that does, can take long.
    runScript: async (sqlText) => void (await client.unsafe(`set local statement_timeout = 0;\n${sqlText}`)),
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Queryable)),
    async listen(channel, onPayload, onReconnect) {
      // postgres.js also calls the third function on the first connection, when nothing can have been missed.
      let first = true
      await client.listen(channel, onPayload, () => {
        if (!first) onReconnect()
        first = false
      })
    },
    // Autovacuum does this.
    upkeep: async () => {},
    close: () => client.end({ timeout: 5 }),
  }
}
