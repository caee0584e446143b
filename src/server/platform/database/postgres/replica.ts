import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { connectClient } from './connect.ts'
import type { OnQuery, Queryable, Replica } from '#server/platform/database/driver.ts'
import { isDatabaseUnavailable, isReadOnlyViolation, isRecoveryConflict } from '#server/platform/database/failures.ts'

export type ReplicaOptions = {
  url: string
  /** It is not read from while it is further behind. */
  maximumLagMs: number
  /** Sees every statement before it is sent (for tests). */
  onQuery?: OnQuery
}

const checkEveryMs = 1_000
/** Without a successful check for this long it counts as away. */
const awayMs = 3_500
/** Positions of the primary that are stored until the replica reaches them. */
const maximumSamples = 600

// Positions in the write-ahead log, as bytes from its beginning.
const writtenPosition = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position`
const replayedPosition = `select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text as position`

type Sql = Pick<postgres.Sql, 'unsafe'>

async function readPosition(client: Sql, query: string): Promise<bigint> {
  const [row] = await client.unsafe<{ position: string }[]>(query)
  return BigInt(row?.position ?? 0)
}

/**
 * Opens a replica and measures once a second how far it is behind: its lag is the age of the last position of the primary that it has reached. The time
 * of the last replayed transaction would look old on a quiet primary, and fresh on a replica that receives nothing any more.
 */
export function openReplica(
  primary: Sql,
  { url, maximumLagMs, onQuery }: ReplicaOptions,
  options: { connections: number; silenceMs: number; limits: object },
): Replica {
  const { client } = connectClient(url, {
    max: options.connections,
    silenceMs: options.silenceMs,
    idle_timeout: options.silenceMs / 2000,
    // A write fails, also where this leads to a primary.
    connection: { ...options.limits, default_transaction_read_only: true, application_name: 'cendaki-replica' },
  })
  const samples: { position: bigint; at: number }[] = []
  let isClosed = false
  let reachedAt = -Infinity
  let respondedAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    const at = performance.now()
    const position = await readPosition(primary, writtenPosition)
    if (samples.length < maximumSamples) samples.push({ position, at })
    const replayed = await readPosition(client, replayedPosition)
    while (samples[0] && samples[0].position <= replayed) reachedAt = samples.shift()?.at ?? reachedAt
    respondedAt = at
  }

  const lagMs = () => (performance.now() - respondedAt > awayMs ? Infinity : performance.now() - reachedAt)

  async function checkAgain(): Promise<void> {
    // One that fails shows in the lag.
    await check().catch(() => {})
    if (!isClosed) timer = setTimeout(() => void checkAgain(), checkEveryMs).unref()
  }
  void checkAgain()

  return {
    queryable: drizzle(client, onQuery ? { logger: { logQuery: onQuery } } : {}) as unknown as Queryable,
    lagMs,
    isUsable: () => lagMs() <= maximumLagMs,
    reportFailure(error) {
      if (isReadOnlyViolation(error)) return false
      if (isRecoveryConflict(error)) return true
      const isAway = isDatabaseUnavailable(error)
      if (isAway) respondedAt = -Infinity
      return isAway
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client.end({ timeout: 5 })
    },
  }
}
