import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { sessionSettings, type Driver, type OnQuery, type Queryable, type Session } from './driver.ts'

/** A real PostgreSQL, 15 or newer. `onQuery` sees every statement before it is sent (for measurements). */
export function openPostgres(databaseUrl: string, onQuery?: OnQuery): Driver {
  const client = postgres(databaseUrl, {
    max: 10,
    connect_timeout: 5,
    // Clients give up on slower requests anyway.
    connection: { statement_timeout: 5_000, application_name: 'cendaki' },
    onnotice: () => {},
  })
  const db = drizzle(client, onQuery ? { logger: { logQuery: onQuery } } : {})
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
    openSession: () => openSession(databaseUrl),
    copyFiles: null,
    // Autovacuum does this.
    upkeep: async () => {},
    close: () => client.end({ timeout: 5 }),
  }
}

async function openSession(databaseUrl: string): Promise<Session> {
  const client = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    connection: { statement_timeout: 0, idle_in_transaction_session_timeout: 0, application_name: 'cendaki-copy' },
    onnotice: () => {},
  })
  await client.unsafe(sessionSettings)
  return {
    query: async <Row>(sqlText: string, values: readonly (string | number)[] = []) => [...(await client.unsafe(sqlText, [...values]))] as unknown as Row[],
    run: async (sqlText) => void (await client.unsafe(sqlText)),
    async *copyOut(table, columns) {
      const rows = await client.unsafe(`copy (select ${columns} from ${table}) to stdout`).readable()
      for await (const chunk of rows) yield chunk as Buffer
      // postgres.js pauses the connection when a large row fills the stream, and only reading more rows resumes it.
      rows._read(0)
    },
    async copyIn(table, columns, rows) {
      await pipeline([rows], await client.unsafe(`copy ${table} (${columns}) from stdin`).writable())
    },
    close: () => client.end({ timeout: 5 }),
  }
}
