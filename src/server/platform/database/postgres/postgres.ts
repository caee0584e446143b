import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { connectClient } from './connect.ts'
import { sessionSettings, type Driver, type OnQuery, type Queryable, type Session, type SlowQueryLimit } from '#server/platform/database/driver.ts'
import { limits, withoutLimits } from './limits.ts'
import { notifyingFailures } from './primary-finder.ts'
import { openReplica, type ReplicaOptions } from './replica.ts'
import { setRoleLimits } from './role-limits.ts'
import { timedPostgres, withFunctions } from '#server/platform/database/timed-clients.ts'

export type PostgresOptions = {
  /** Set where `databaseUrl` leads to a pooler that gives a connection away after each transaction: the server itself, for what needs a session. */
  directUrl?: string | null
  replica?: ReplicaOptions | null
  /** Size of the pool. */
  connections?: number
  /** A connection is given up when the server does not respond for this long. By default longer than any statement may take. */
  silenceMs?: number
  /** Sees every statement before it is sent (for measurements). */
  onQuery?: OnQuery
  slowQueries?: SlowQueryLimit
}

const aliveSeconds = 5

/** A real PostgreSQL, 15 or newer. A URL with several hosts leads to the primary among them. */
export function openPostgres(
  databaseUrl: string,
  { directUrl = null, replica: replicaOptions = null, connections = 10, silenceMs = 8_000, onQuery, slowQueries }: PostgresOptions = {},
): Driver {
  const sessionUrl = directUrl ?? databaseUrl
  const { client: pool, finder } = connectClient(databaseUrl, {
    max: connections,
    silenceMs,
    idle_timeout: silenceMs / 2000,
    // A pooler rejects settings that it does not know, and a named statement would be looked for on another connection.
    ...(directUrl === null ? { connection: { ...limits, application_name: 'cendaki' } } : { prepare: false, connection: { application_name: 'cendaki' } }),
  })
  const client = finder ? notifyingFailures(pool, finder.doubt) : pool
  // Nothing may happen on it for hours, so a server that vanished is found by the kernel: after these seconds, and ten more.
  const { client: listener } = connectClient(sessionUrl, {
    max: 1,
    silenceMs: null,
    searchAlways: true,
    keep_alive: aliveSeconds,
    connection: { application_name: 'cendaki-listen' },
  })
  const observed = slowQueries ? timedPostgres(client, slowQueries) : client
  const logging = onQuery ? { logger: { logQuery: onQuery } } : {}
  const db = drizzle(observed, logging)
  const replica = replicaOptions && openReplica(client, replicaOptions, { connections, silenceMs, limits })
  return {
    kind: 'postgres',
    drizzle: db as unknown as Queryable,
    prepared: drizzle(preparing(observed), logging) as unknown as Queryable,
    replica,
    // On a connection without timeouts: building an index, or waiting for a process that does, can take long.
    async runScript(sqlText, { lockTimeoutMs = 0 } = {}) {
      const session = await openSession(sessionUrl)
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
    async setRoleLimits() {
      if (directUrl !== null) await setRoleLimits(await openSession(directUrl), pool.options.user)
    },
    openSession: () => openSession(sessionUrl),
    copyFiles: null,
    // Autovacuum does this.
    upkeep: async () => {},
    async close() {
      await replica?.close()
      await Promise.all([client.end({ timeout: 5 }), listener.end({ timeout: 5 })])
    },
  }
}

/** Sends statements by name. Behind a pooler that is turned off by the option of its client. */
const preparing = <Client extends Pick<Sql, 'unsafe'>>(client: Client): Client =>
  withFunctions(client, { unsafe: (text, values) => client.unsafe(text as string, values as never[], { prepare: true }) })

async function openSession(url: string): Promise<Session> {
  const { client } = connectClient(url, {
    max: 1,
    silenceMs: null,
    searchAlways: true,
    max_lifetime: null,
    connection: { ...withoutLimits, application_name: 'cendaki-copy' },
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
