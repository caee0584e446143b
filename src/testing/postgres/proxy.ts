import { once } from 'node:events'
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const checkEveryMs = 200

export type Proxy = {
  origin: string
  /** How many processes get requests now. */ readyCount(): number
  close(): Promise<void>
}

/**
 * The least that a reverse proxy does: requests go round-robin to the processes that are ready, on keep-alive connections. It repeats nothing, so a
 * request without a response of its process returns 502.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const upstreams = ports.map((port) => ({
    port,
    agent: new Agent({ keepAlive: true, maxSockets: 100 }),
    isReady: false,
  }))
  let requestCount = 0
  let isClosed = false

  async function checkReadiness(): Promise<void> {
    await Promise.all(
      upstreams.map(async (upstream) => {
        const response = await fetch(`http://127.0.0.1:${upstream.port}/api/ready`, {
          signal: AbortSignal.timeout(2_000),
        }).catch(() => null)
        await response?.body?.cancel()
        upstream.isReady = response?.ok ?? false
      }),
    )
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const ready = upstreams.filter(({ isReady }) => isReady)
    const upstream = ready[requestCount++ % Math.max(1, ready.length)]
    const fail = () => {
      if (response.headersSent) return void response.destroy()
      response.writeHead(502).end()
    }
    if (!upstream) return fail()
    const { method, url: path, headers } = request
    const forwarded = send({
      host: '127.0.0.1',
      port: upstream.port,
      agent: upstream.agent,
      method,
      path,
      headers: { ...headers, connection: 'keep-alive' },
    })
    forwarded.on('response', (received) => {
      // Hop-by-hop headers of the connection to the process are not meant for the client.
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = received.headers
      response.writeHead(received.statusCode ?? 502, rest)
      received.pipe(response)
    })
    forwarded.on('error', fail)
    request.pipe(forwarded)
  })

  await checkReadiness()
  const timer = setInterval(() => void (isClosed || checkReadiness()), checkEveryMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readyCount: () => upstreams.filter(({ isReady }) => isReady).length,
    async close() {
      isClosed = true
      clearInterval(timer)
      for (const { agent } of upstreams) agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
