import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Deliver = (path: string, body: Buffer, response: ServerResponse) => void

/** A reverse proxy to the product. `deliver` sends the body of each response, whose status and headers were sent. */
export async function startProxy(product: string, deliver: Deliver): Promise<{ origin: string; close: () => void }> {
  const { hostname, port } = new URL(product)
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const pass = async (upstream: IncomingMessage) => {
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...upstreamHeaders } = upstream.headers
      const body = await buffer(upstream)
      response.writeHead(upstream.statusCode ?? 500, upstreamHeaders)
      deliver(request.url ?? '/', body, response)
    }
    request.pipe(
      httpRequest(
        { hostname, port, path: request.url, method: request.method, headers },
        (upstream) => void pass(upstream),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
