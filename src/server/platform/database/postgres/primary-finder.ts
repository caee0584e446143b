import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { isDatabaseUnavailable } from '#server/platform/database/failures.ts'
import type { Server } from './sockets.ts'
import { withFunctions } from '#server/platform/database/timed-clients.ts'

const connectSeconds = 1
const probeMs = 2_000
/** While there is no primary, servers are asked at most this often. */
const pauseMs = 200

export type PrimaryFinder = ReturnType<typeof createPrimaryFinder>

/**
 * Finds the primary among the servers of a URL, and caches it until `doubt()`. Of several primaries it is the one that was promoted last: a former
 * primary that starts again after a failover would otherwise take writes that are lost.
 */
export function createPrimaryFinder(databaseUrl: string, servers: readonly Server[]) {
  let found: Promise<Server | null> | null = null
  let isSearching = false

  async function search(): Promise<Server | null> {
    isSearching = true
    const probes = await Promise.all(servers.map(async (server) => ({ server, ...(await probe(databaseUrl, server)) })))
    isSearching = false
    const [primary] = probes.filter(({ timeline }) => timeline !== null).toSorted((a, b) => (b.timeline ?? 0) - (a.timeline ?? 0))
    if (primary) return primary.server
    setTimeout(() => (found = null), pauseMs).unref()
    const rejection = probes.find(({ error }) => error && !isDatabaseUnavailable(error))?.error
    if (rejection) throw rejection
    return null
  }

  return {
    /** Null while none of them is a primary. Rejects when one of them rejects the client, and none is a primary. */
    find: (): Promise<Server | null> => (found ??= search()),
    /** The next connection looks again. */
    doubt(): void {
      if (!isSearching) found = null
    },
  }
}

type Probe = { /** The number of promotions before, of a primary; null for a standby. */ timeline: number | null; error?: unknown }

/** Any failure is the server's: one that is being set up again may reject the client, while another is the primary. */
async function probe(databaseUrl: string, { host, port }: Server): Promise<Probe> {
  const client = postgres(databaseUrl, {
    host,
    port,
    max: 1,
    connect_timeout: connectSeconds,
    fetch_types: false,
    prepare: false,
    connection: { application_name: 'cendaki-probe' },
    onnotice: () => {},
  })
  const query = client.unsafe(`select case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`)
  try {
    const [row] = (await Promise.race([query, pause(probeMs, [], { ref: false })])) as { timeline: string | null }[]
    return { timeline: row?.timeline ? Number.parseInt(row.timeline, 16) : null }
  } catch (error) {
    return { timeline: null, error }
  } finally {
    void client.end({ timeout: 0 })
  }
}

/** The same client, which notifies when a query or transaction fails because of its server. */
export function notifyingFailures<Client extends Pick<postgres.Sql, 'unsafe' | 'begin'>>(client: Client, notify: () => void): Client {
  const watched =
    (name: 'unsafe' | 'begin') =>
    (...parameters: unknown[]) => {
      const pending = (Reflect.get(client, name) as (...parameters: unknown[]) => PromiseLike<unknown>).apply(client, parameters)
      void pending.then(undefined, (error: unknown) => isDatabaseUnavailable(error) && notify())
      return pending
    }
  return withFunctions(client, { unsafe: watched('unsafe'), begin: watched('begin') })
}
