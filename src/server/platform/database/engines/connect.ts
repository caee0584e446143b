import { Socket } from 'node:net'
import pg from 'pg'

type ConnectOptions = pg.ClientConfig & {
  /** A connection is closed when nothing is sent or received for this long; null: never. */
  silenceMs: number | null
}

const connectMs = 5_000

/** The options of a client or pool. A server that vanished, or is frozen, would otherwise hold a connection for minutes. */
export function connectionOptions(url: string, { silenceMs, ...options }: ConnectOptions): pg.ClientConfig {
  return {
    connectionString: withLibpqModes(url),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    ...(silenceMs === null ? {} : { stream: () => openSocket(silenceMs) }),
    ...options,
  }
}

/** A connected client. When its connection is lost, the queries on it fail. */
export async function connectClient(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options)
  const began = performance.now()
  surviveLostConnection(client)
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end()
    // pg ends the connection when its time is over, and reports no more than that.
    const isLate = performance.now() - began >= (options.connectionTimeoutMillis ?? Infinity)
    throw isLate
      ? Object.assign(new Error('The database does not answer in time', { cause: error }), { code: 'ETIMEDOUT' })
      : error
  }
}

/** An `error` event without a listener ends the process. Whoever uses the client learns of the loss by the failure of a query. */
export const surviveLostConnection = (client: pg.ClientBase): void => void client.on('error', () => {})

/** pg verifies certificates with every `sslmode`, unless it is told to read them as psql does. */
const withLibpqModes = (url: string): string =>
  /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url) ? `${url}&uselibpqcompat=true` : url

// Node.js counts what TLS sends over the socket as well.
function openSocket(silenceMs: number): Socket {
  const socket = new Socket()
  const lose = () =>
    socket.destroy(Object.assign(new Error(`The database sent nothing for ${silenceMs} ms`), { code: 'ETIMEDOUT' }))
  return socket.setTimeout(silenceMs, lose)
}
