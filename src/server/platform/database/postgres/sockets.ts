import { Socket } from 'node:net'

export type Server = { host: string; port: number }
/** Where postgres.js may connect: hosts and ports in the same order, or a Unix socket. */
type Servers = { host: readonly string[]; port: readonly number[]; path?: string | false | null }

type SocketOptions = {
  /** A socket on which nothing was sent or received for this long is destroyed; null: never. */
  silenceMs: number | null
  /** Chooses one of several servers; null when none can be used now. */
  findServer?: (() => Promise<Server | null>) | undefined
}

const checkEveryMs = 500

/**
 * Opens sockets that are destroyed when nothing was sent or received for `silenceMs`: a server that has vanished, or is frozen,
 * would otherwise hold every connection of the pool for minutes. The pool has to close idle connections earlier, so that a silent
 * one is one that waits.
 */
export function createSockets({ silenceMs, findServer }: SocketOptions): (servers: Servers) => Socket | Promise<Socket> {
  const open = new Map<Socket, { bytes: number; since: number }>()
  let timer: NodeJS.Timeout | undefined

  // Not by events: the driver removes all listeners from a socket that it encrypts.
  function check(limitMs: number): void {
    const now = performance.now()
    for (const [socket, { bytes, since }] of open) {
      const bytesNow = socket.bytesRead + socket.bytesWritten
      if (socket.destroyed) open.delete(socket)
      else if (bytesNow !== bytes) open.set(socket, { bytes: bytesNow, since: now })
      // Before the first byte the driver's own limit of connecting applies.
      else if (socket.bytesRead > 0 && now - since > limitMs) socket.destroy()
    }
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function openSocket(server: Server, path?: string | false | null): Socket {
    // Not waiting for the connection: Node.js keeps what is written until it is open.
    const socket = new DriverSocket()
    if (path) socket.connect(path)
    else socket.connect(server)
    // The driver checks certificates against this name, and mentions it in errors.
    Object.assign(socket, server)
    if (silenceMs !== null) {
      open.set(socket, { bytes: 0, since: performance.now() })
      timer ??= setInterval(() => check(silenceMs), checkEveryMs).unref()
    }
    return socket
  }

  return ({ host: [host = 'localhost'], port: [port = 5432], path }) => {
    if (!findServer) return openSocket({ host, port }, path)
    return findServer().then((server) => (server ? openSocket(server) : brokenSocket(noPrimary())), brokenSocket)
  }
}

/**
 * A connection that ends as postgres.js can bear. After `close` the driver has no socket, but a transaction that has just failed still sends its rollback: that
 * ends the process, or what was to be sent blocks the next connection. So a lost connection first fails all queries by an error, and closes two turns later, when
 * their rollbacks have been written to nowhere.
 */
class DriverSocket extends Socket {
  #isLost = false
  #hasFailed = false

  override emit(event: string | symbol, ...parameters: unknown[]): boolean {
    if (event === 'error') this.#hasFailed = true
    // The server has ended the connection, unless the driver had before.
    if (event === 'end' && !this.writableEnded) this.#isLost = true
    if (event !== 'close') return super.emit(event, ...parameters)
    const isLost = this.#isLost || this.#hasFailed || !this.writableEnded
    if (isLost && !this.#hasFailed) this.emit('error', Object.assign(new Error('The connection was closed'), { code: 'CONNECTION_CLOSED' }))
    setImmediate(() => setImmediate(() => super.emit('close', isLost)))
    return true
  }
}

const noPrimary = () => Object.assign(new Error('None of the servers of DATABASE_URL is a primary'), { code: 'ECONNREFUSED' })

/** Fails with this error. The driver never uses a connection again when opening its socket throws. */
function brokenSocket(error: Error): Socket {
  const socket = new DriverSocket()
  // Once the driver listens for it.
  setImmediate(() => socket.destroy(error))
  return socket
}
