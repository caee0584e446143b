import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Driver, Queryable } from './database.ts'

/** A real PostgreSQL, 15 or newer. */
export function openPostgres(databaseUrl: string): Driver {
  const client = postgres(databaseUrl, {
    max: 10,
    connect_timeout: 5,
    // A query that runs longer than a browser waits helps nobody.
    connection: { statement_timeout: 5_000, application_name: 'cendaki' },
    onnotice: () => {},
  })
  const db = drizzle(client)
  return {
    kind: 'postgres',
    drizzle: db as unknown as Queryable,
    // One transaction. Building an index, or waiting for the process that does, may take its time.
    runScript: async (sqlText) => void (await client.unsafe(`set local statement_timeout = 0;\n${sqlText}`)),
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Queryable)),
    async listen(channel, onPayload, onReconnect) {
      // postgres.js calls the third function on the first connection too, when nothing can have been missed yet.
      let first = true
      await client.listen(channel, onPayload, () => {
        if (!first) onReconnect()
        first = false
      })
    },
    // Autovacuum does it.
    upkeep: async () => {},
    close: () => client.end({ timeout: 5 }),
  }
}
