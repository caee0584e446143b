import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { sessionSettings, type Driver, type OnQuery, type Queryable, type Session, type SlowQueryLimit } from './driver.ts'
import { timedPostgres } from './timed-clients.ts'
import { createWatchedSockets } from './watched-socket.ts'

const limits = {
  // Clients give up on slower requests anyway.
  statement_timeout: 5_000,
  // Shorter, so that the failure names the lock.
  lock_timeout: 4_000,
  // A process that freezes in a transaction blocks others no longer than this.
  idle_in_transaction_session_timeout: 10_000,
}

export type PostgresOptions = {
  /** Size of the pool. */
  connections?: number
  /** A connection is given up when the server does not respond for this long. By default longer than any statement may take. */
  silenceMs?: number
  /** Sees every statement before it is sent (for measurements). */
  onQuery?: OnQuery
  slowQueries?: SlowQueryLimit
}

/** A real PostgreSQL, 15 or newer. */
export function openPostgres(databaseUrl: string, { connections = 10, silenceMs = 8_000, onQuery, slowQueries }: PostgresOptions = {}): Driver {
  // Documented by postgres.js, but missing in its types.
  const socket: object = { socket: createWatchedSockets(silenceMs) }
  const client = postgres(databaseUrl, {
    max: connections,
    connect_timeout: 5,
    idle_timeout: silenceMs / 2000,
    connection: { ...limits, application_name: 'cendaki' },
    onnotice: () => {},
    ...socket,
  })
  // Nothing may happen on it for hours.
  const listener = postgres(databaseUrl, { max: 1, connect_timeout: 5, connection: { application_name: 'cendaki-listen' }, onnotice: () => {} })
  const db = drizzle(slowQueries ? timedPostgres(client, slowQueries) : client, onQuery ? { logger: { logQuery: onQuery } } : {})
  return {
    kind: 'postgres',
    drizzle: db as unknown as Queryable,
    // On a connection without timeouts: building an index, or waiting for a process that does, can take long.
    async runScript(sqlText, { lockTimeoutMs = 0 } = {}) {
      const session = await openSession(databaseUrl)
      try {
        await session.run(`set local lock_timeout = ${lockTimeoutMs};\n${sqlText}`)
      } finally {
        await session.close()
      }
    },
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Queryable)),
    async listen(channel, onPayload, onReconnect) {
      // postgres.js also calls the third function on the first connection, when nothing can have been missed.
      let first = true
      await listener.listen(channel, onPayload, () => {
        if (!first) onReconnect()
        first = false
      })
    },
    openSession: () => openSession(databaseUrl),
    copyFiles: null,
    // Autovacuum does this.
    upkeep: async () => {},
    async close() {
      await Promise.all([client.end({ timeout: 5 }), listener.end({ timeout: 5 })])
    },
  }
}

async function openSession(databaseUrl: string): Promise<Session> {
  const client = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    connection: { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0, application_name: 'cendaki-copy' },
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
