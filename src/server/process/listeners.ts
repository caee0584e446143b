import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { App } from '#server/app.ts'
import { failureResponse, isApiKeyHeader, requestId } from '#server/platform/http/index.ts'
import { failurePage } from '#server/platform/pages/index.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Listens before there is anything to serve, so that a port that is taken is reported before migrations change the database. Until `serve`
 * gives it a listener, every request is told that the product is starting.
 */
export async function openServer({ port, host }: { port: number; host: string }): Promise<{ server: Server; serve(listener: Listener): void }> {
  let current: Listener = (request, response) => void send(busyResponse(request.url ?? '/'), response)
  const server = createServer((request, response) => current(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return { server, serve: (listener) => void (current = listener) }
}

/** Writes cached responses without creating a Request object. */
export function cachedFirst(app: App, next: Listener): Listener {
  return (request, response) => {
    const { headers, method, url = '/' } = request
    const mayBeCached = method === 'GET' && !isApiKeyHeader(headers.authorization)
    const cached = mayBeCached ? app.peek(url, { ifNoneMatch: headers['if-none-match'], acceptEncoding: String(headers['accept-encoding'] ?? '') }) : null
    if (!cached) return next(request, response)
    response.writeHead(cached.status, cached.headers)
    response.end(cached.body)
  }
}

/** Sets headers of every response that does not set them itself, such as those of files. */
export function withHeaders(headers: Record<string, string>, next: Listener): Listener {
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    next(request, response)
  }
}

// Health checks must respond under overload. A video is sent for minutes and costs next to nothing meanwhile. Sign-ins and sign-ups wait in
// a bounded queue of their own to hash a password; counted here, a flood of them would use up the limit of all other requests.
const unlimited = /^\/(api\/(health|ready|serving|sign-in|sign-up)$|metrics$|media\/)/

/**
 * Serves at most `atOnce` requests at a time and rejects further ones with 503 at once, so that those that are served stay quick and
 * a flood cannot fill the memory with waiting requests.
 */
export function limitRequests(atOnce: number, next: Listener): Listener {
  let served = 0
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (unlimited.test(path)) return next(request, response)
    if (served >= atOnce) return void send(busyResponse(path), response)
    served++
    response.once('close', () => served--)
    next(request, response)
  }
}

const busyResponse = (path: string): Response =>
  path.startsWith('/api/')
    ? failureResponse(503, 'unavailable', 'Layanan sedang sibuk. Coba lagi sebentar lagi.', { 'retry-after': '5' })
    : failurePage({ status: 503, requestId: requestId() })

async function send({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of headers) response.setHeader(name, value)
  response.writeHead(status)
  response.end(await new Response(body).text())
}
