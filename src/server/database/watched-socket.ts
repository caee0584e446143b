import { connect, type Socket } from 'node:net'

/** Where postgres.js may connect: hosts and ports in the same order, or a Unix socket. */
type Servers = { host: readonly string[]; port: readonly number[]; path?: string | false | null }

const checkEveryMs = 500

/**
 * Opens sockets that are destroyed when nothing was sent or received for `silenceMs`: a server that has vanished, or is frozen,
 * would otherwise hold every connection of the pool for minutes. The pool has to close idle connections earlier, so that a silent
 * one is one that waits.
 */
export function createWatchedSockets(silenceMs: number): (servers: Servers) => Socket {
  const open = new Map<Socket, { bytes: number; since: number }>()
  let timer: NodeJS.Timeout | undefined
  let next = 0

  // Not by events: the driver removes all listeners from a socket that it encrypts.
  function check(): void {
    const now = performance.now()
    for (const [socket, { bytes, since }] of open) {
      const bytesNow = socket.bytesRead + socket.bytesWritten
      if (socket.destroyed) open.delete(socket)
      else if (bytesNow !== bytes) open.set(socket, { bytes: bytesNow, since: now })
      // Before the first byte the driver's own limit of connecting applies.
      else if (socket.bytesRead > 0 && now - since > silenceMs) socket.destroy()
    }
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return ({ host, port, path }) => {
    // Alternating, as postgres.js does by itself.
    const index = next++ % host.length
    const server = { host: host[index] ?? 'localhost', port: port[index] ?? 5432 }
    // Not waiting for the connection: Node.js keeps what is written until it is open.
    const socket = path ? connect(path) : connect(server)
    // The driver checks certificates against this name, and mentions it in errors.
    Object.assign(socket, server)
    open.set(socket, { bytes: 0, since: performance.now() })
    timer ??= setInterval(check, checkEveryMs).unref()
    return socket
  }
}
