import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string }

/** An HTTP server on loopback that records requests. By default it returns 200; tests choose another response. */
export async function startReceiver() {
  const received: ReceivedWebhook[] = []
  let connections = 0
  let respond: (response: ServerResponse) => void = (response) => response.end('ok')
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      respond(response)
    })
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    respondWith: (next: (response: ServerResponse) => void) => void (respond = next),
    respondStatus: (status: number, body = '') => void (respond = (response) => response.writeHead(status).end(body)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
