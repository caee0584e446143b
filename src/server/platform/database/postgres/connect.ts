import postgres from 'postgres'
import { createPrimaryFinder, type PrimaryFinder } from './primary-finder.ts'
import { createSockets, type Server } from './sockets.ts'

type ConnectOptions = postgres.Options<Record<string, never>> & {
  /** A connection is closed when nothing is sent or received for this long; null: never. */
  silenceMs: number | null
  /** With several servers, looks for the primary at each connection instead of caching it. */
  searchAlways?: boolean
}

// The driver's own delay grows to 20 s, in which queries fail although the server is back.
const backoff = (failures: number): number => Math.min(3 ** failures / 100, 0.5)

/** PostgreSQL's number of `text[]`. */
const textArrayType = 1009

/**
 * A client that connects when it is first used. A URL with several hosts leads to the primary among them, also after a failover; `finder` is null
 * for a single host.
 */
export function connectClient(
  url: string,
  { silenceMs, searchAlways = false, ...options }: ConnectOptions,
): { client: postgres.Sql; finder: PrimaryFinder | null } {
  const servers = listServers(url)
  const [first] = servers
  const finder = servers.length > 1 ? createPrimaryFinder(url, servers) : null
  const findServer = finder
    ? () => {
        if (searchAlways) finder.doubt()
        return finder.find()
      }
    : undefined
  // Documented by postgres.js, but missing in its types.
  const socket: object = { socket: createSockets({ silenceMs, findServer }) }
  const client = postgres(url, {
    connect_timeout: 5,
    backoff,
    onnotice: () => {},
    ...options,
    // With several hosts of its own the driver would try them for ever, without failing a query.
    ...(finder && first ? { host: first.host, port: first.port, target_session_attrs: 'primary' as const } : {}),
    ...socket,
  })
  // Once is enough. The driver reads them with each new connection, and one that is lost meanwhile ends the process.
  Object.defineProperty(client.options, 'fetch_types', { get: () => !(textArrayType in client.options.parsers) })
  return { client, finder }
}

/** The hosts of a URL, as the driver reads them. */
function listServers(url: string): Server[] {
  const { host, port } = postgres(url, { max: 1 }).options
  return host.map((name, index) => ({ host: name, port: port[index] ?? 5432 }))
}
