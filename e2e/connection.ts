import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Connection = {
  /** Ends every connection that is open and refuses new ones, as without a network. */
  cut(): Promise<void>
  /** Accepts connections and resets them, as behind a broken proxy. */
  fail(): Promise<void>
  /** Passes everything on, each piece of a response this much later. */
  slow(delayMs: number): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/**
 * Forwards a port to another one until it is cut. Unlike a browser's own offline emulation this concerns pages, service workers and
 * every browser alike.
 */
export async function openConnection({ port, targetPort }: { port: number; targetPort: number }): Promise<Connection> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  let isFailing = false

  const server = createServer((client) => {
    if (isFailing) return client.resetAndDestroy()
    const target = connect({ port: targetPort, host: '127.0.0.1' })
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // A socket that was reset has ended; so has its other half.
      socket.once('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(target)
    target.on('data', (piece) => {
      if (delayMs === 0) return void client.write(piece)
      setTimeout(() => client.writable && client.write(piece), delayMs)
    })
    target.on('end', () => setTimeout(() => client.end(), delayMs))
  })

  async function listen() {
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  function reset() {
    for (const socket of sockets) socket.destroy()
  }
  async function cut() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    reset()
    await closed
  }

  await listen()
  return {
    cut,
    async fail() {
      isFailing = true
      reset()
      await listen()
    },
    async slow(ms) {
      delayMs = ms
      await listen()
    },
    async restore() {
      ;[isFailing, delayMs] = [false, 0]
      await listen()
    },
    close: cut,
  }
}
