import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { connectionOptions, surviveLostConnection } from './connect.ts'
import type { Driver, OnQuery, Queryable, SlowQueryLimit } from '#server/platform/database/driver.ts'
import { FirstContactFailed, isDatabaseUnavailable } from '#server/platform/database/failures.ts'
import { limits } from './postgres-limits.ts'
import { createListener } from './listener.ts'
import { preparing } from './prepared.ts'
import { setRoleLimits } from './role-limits.ts'
import { openSession } from './session.ts'
import { timedPostgres, type QueryClient } from '#server/platform/database/timed-clients.ts'

export type PostgresOptions = {
  /** Set where `databaseUrl` leads to a pooler that gives a connection away after each transaction: the server itself, for what needs a session. */
  directUrl?: string | null
  /** Size of the pool. */
  connections?: number
  /** A connection is given up when the server does not respond for this long. By default longer than any statement may take. */
  silenceMs?: number
  /** Sees every statement before it is sent (for measurements). */
  onQuery?: OnQuery
  slowQueries?: SlowQueryLimit
}

const lifetimeSeconds = 1_800

/** A real PostgreSQL, 15 or newer. Throws FirstContactFailed. */
export async function openPostgres(
  databaseUrl: string,
  { directUrl = null, connections = 10, silenceMs = 8_000, onQuery, slowQueries }: PostgresOptions = {},
): Promise<Driver> {
  const sessionUrl = directUrl ?? databaseUrl
  // Before the pooler opens its first connection, which would keep what it found for an hour.
  if (directUrl !== null)
    await setRoleLimits(
      await reach(directUrl, () => openSession(directUrl)),
      new pg.Client(connectionOptions(databaseUrl, { silenceMs: null })).user ?? '',
    )
  const pool = new pg.Pool({
    // A pooler rejects settings that it does not know.
    ...connectionOptions(databaseUrl, {
      silenceMs,
      application_name: 'cendaki',
      ...(directUrl === null ? limits : {}),
    }),
    max: connections,
    // Before a connection that nobody uses would count as silent.
    idleTimeoutMillis: silenceMs / 2,
    maxLifetimeSeconds: lifetimeSeconds,
  })
  pool.on('connect', surviveLostConnection)
  pool.on('error', () => {})
  await reach(databaseUrl, () => pool.query('select 1')).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const listener = createListener(connectionOptions(sessionUrl, { silenceMs, application_name: 'cendaki-listen' }), {
    aliveMs: silenceMs / 2,
  })

  function openQueryable(client: QueryClient) {
    // Drizzle calls nothing else of a client.
    return drizzle({ client: client as pg.Pool, ...(onQuery ? { logger: { logQuery: onQuery } } : {}) })
  }
  const observed = (client: QueryClient): QueryClient => (slowQueries ? timedPostgres(client, slowQueries) : client)
  const db = openQueryable(observed(pool)) as unknown as Queryable

  return {
    kind: 'postgres',
    drizzle: db,
    // Behind a pooler a named statement would be looked for on another connection.
    prepared: directUrl === null ? (openQueryable(preparing(observed(pool))) as unknown as Queryable) : db,
    // On a connection without timeouts: building an index, or waiting for a process that does, can take long.
    async runScript(sqlText, { lockTimeoutMs = 0 } = {}) {
      const session = await openSession(sessionUrl)
      try {
        await session.run(`set local lock_timeout = ${lockTimeoutMs};\n${sqlText}`)
      } finally {
        await session.close()
      }
    },
    async transaction(work) {
      const client = await pool.connect()
      let isLost = false
      try {
        return await openQueryable(rejectingRollbacks(observed(client))).transaction((tx) =>
          work(tx as unknown as Queryable),
        )
      } catch (error) {
        isLost = isDatabaseUnavailable(error)
        throw error
      } finally {
        client.release(isLost)
      }
    },
    listen: (channel, onPayload, onReconnect) => listener.listen(channel, { onPayload, onReconnect }),
    openSession: () => openSession(sessionUrl),
    copyFiles: null,
    // Autovacuum does this.
    upkeep: async () => {},
    async close() {
      await Promise.all([pool.end(), listener.close()])
    },
  }
}

async function reach<Result>(url: string, contact: () => Promise<Result>): Promise<Result> {
  try {
    return await contact()
  } catch (error) {
    throw new FirstContactFailed(url, error)
  }
}

/** PostgreSQL answers the commit of a transaction in which a statement failed with a rollback, without an error. */
const rejectingRollbacks = (client: QueryClient): QueryClient => ({
  async query(config, values) {
    const result = await client.query(config, values)
    if (config.text === 'commit' && result.command === 'ROLLBACK')
      throw new Error('A statement of this transaction failed, and the failure was ignored')
    return result
  },
})
