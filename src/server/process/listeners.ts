import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ok } from '#contract/kit/endpoint.ts'
import type { App } from '#server/app.ts'
import { isApiKeyHeader, requestId, unavailable } from '#server/platform/http/index.ts'
import { failurePage, startingPage } from '#server/platform/pages/index.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A client that reads slowly may take hours, one that reads nothing for so long loses its connection. Browsers do not read on while enough of a
 * video is ahead, and ask for the rest again; nginx ends connections after the same time.
 */
const readsWithinMs = 60_000

function endUnread(this: ServerResponse): void {
  if (this.writableLength > 0) this.destroy()
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export type OpenServer = {
  server: Server
  serve(listener: Listener): void
  /** Says on the page that is shown until then what is being done. */
  say(what: string): void
}

/**
 * Listens before there is anything to serve, so that a port that is taken is reported before migrations change the database. Until `serve`
 * gives it a listener, every request is told to come back later; only the health check succeeds, because a supervisor that ended a process whose
 * migrations take long would do so at every start. A connection whose client does not read its response ends.
 */
export async function openServer({
  port,
  host,
  unreadMs = readsWithinMs,
}: {
  port: number
  host: string
  unreadMs?: number
}): Promise<OpenServer> {
  let step = 'Server sedang dinyalakan.'
  let current: Listener = (request, response) => void send(startingResponse(request.url ?? '/', step), response)
  const server = createServer((request, response) => {
    // Nothing moves either while the response is being made, and a body that does not arrive has a deadline of its own.
    response.on('timeout', endUnread)
    // Nothing reads the body of such a request: the connection ends with the response, however much is still to come.
    if (hasBody(request) && ['GET', 'HEAD'].includes(request.method ?? '')) response.shouldKeepAlive = false
    current(request, response)
  })
  server.timeout = unreadMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return { server, serve: (listener) => void (current = listener), say: (what) => void (step = what) }
}

/** Names the request in its response. */
const requestHeaders = () => ({ 'x-request-id': requestId() })

/** Writes cached responses without creating a Request object. */
export function cachedFirst(app: App, next: Listener): Listener {
  return (request, response) => {
    const { headers, method, url = '/' } = request
    const mayBeCached = method === 'GET' && !isApiKeyHeader(headers.authorization)
    const cached = mayBeCached ? app.peek(url, (name) => headers[name]?.toString()) : null
    if (!cached) return next(request, response)
    // All headers at once: after setHeader() Node would check and add each of them.
    response.writeHead(cached.status, { ...cached.headers, ...requestHeaders() })
    response.end(cached.body)
  }
}

/** Sets headers of every response that does not set them itself, such as those of files, and names its request. */
export function withHeaders(headers: Record<string, string>, next: Listener): Listener {
  return (request, response) => {
    for (const [name, value] of Object.entries({ ...headers, ...requestHeaders() })) response.setHeader(name, value)
    next(request, response)
  }
}

/**
 * Resolves dots in the path (`/media/../api/search`) as the router does, so that whatever is decided by the path, such as limits and names in the log, is
 * decided by the path that is served.
 */
export function resolveDots(next: Listener): Listener {
  return (request, response) => {
    const { url = '/' } = request
    if (url.startsWith('/') && /\/(?:\.|%2e)|\\/i.test(url) && URL.canParse(`http://host${url}`)) {
      const { pathname, search } = new URL(`http://host${url}`)
      request.url = pathname + search
    }
    next(request, response)
  }
}

// Health checks must respond under overload. A video is sent for minutes and costs next to nothing meanwhile.
const unlimited = /^\/(api\/(health|ready|serving)$|metrics$|media\/)/
/** These wait in a bounded queue of their own to hash a password; counted with others, a flood of them would use up the limit of all. */
export const signingIn = /^\/api\/sign-(in|up)$/

/** How often each request is asked whom it waits for. One that waits for its client then gives its place to others. */
const looksEveryMs = 1_000
/** For each place: requests whose body arrives slowly, and as many whose response is read slowly. They wait for their client only. */
const slowPerPlace = 4
/** Bounds the memory of responses that wait for their clients, together. */
const maximumUnreadBytes = 64 * 1024 * 1024

/**
 * Serves at most `atOnce` requests at a time and rejects further ones with 503 at once, so that those that are served stay quick and
 * a flood cannot fill the memory with waiting requests. A slow client costs only itself: its request has a place of its own kind while its body
 * arrives, and another while its response is read. When too many arrive or are read slowly, the slowest is cut off.
 */
export function limitRequests(atOnce: number, next: Listener, lookMs = looksEveryMs): Listener {
  const others = createPlaces(atOnce, lookMs)
  const signIns = createPlaces(atOnce * 4, lookMs)
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (unlimited.test(path)) return next(request, response)
    if (!(signingIn.test(path) ? signIns : others).take(request, response))
      return void send(busyResponse(path), response)
    next(request, response)
  }
}

function createPlaces(atOnce: number, lookMs: number) {
  let served = 0
  const late = new Map<IncomingMessage, Arrival>()
  /** The first one waits longest: each leaves when its client has read what was sent so far. */
  const unread = new Set<ServerResponse>()
  const mayWait = atOnce * slowPerPlace

  /** Waits beside the places until its body is complete. */
  function awaitBody(request: IncomingMessage, arrival: Arrival): void {
    served--
    late.set(request, arrival)
    if (late.size <= mayWait) return
    const [slowest] = [...late].reduce((slower, other) => (speed(other) < speed(slower) ? other : slower))
    late.delete(slowest)
    cut(slowest)
  }

  /** Waits beside the places until its client reads on. */
  function awaitReader(response: ServerResponse): void {
    served--
    unread.add(response)
    let bytes = 0
    for (const { writableLength } of unread) bytes += writableLength
    for (const longest of unread) {
      if (unread.size <= mayWait && bytes <= maximumUnreadBytes) break
      bytes -= longest.writableLength
      unread.delete(longest)
      cut(longest.req)
    }
  }

  /** Counts as served again until its connection is closed, so that each that is too many is another one. */
  function cut({ socket }: IncomingMessage): void {
    served++
    socket.destroy()
  }

  return {
    /** False when all places are taken. */
    take(request: IncomingMessage, response: ServerResponse): boolean {
      if (served >= atOnce) return false
      served++
      const arrival = { since: performance.now(), bytesBefore: request.socket.bytesRead }
      const takeBack = () => {
        if (late.delete(request)) served++
      }
      const timer = setInterval(() => {
        if (unread.has(response) || request.socket.destroyed) return
        if (waitsForReader(response)) {
          takeBack()
          awaitReader(response)
        } else if (!request.complete && !late.has(request)) awaitBody(request, arrival)
      }, lookMs)
      request.once('end', takeBack)
      response.on('drain', () => {
        if (unread.delete(response)) served++
      })
      response.once('close', () => {
        clearInterval(timer)
        if (!late.delete(request) && !unread.delete(response)) served--
      })
      return true
    },
  }
}

/** True when nothing goes on until the client reads what was sent. */
const waitsForReader = (response: ServerResponse): boolean =>
  response.writableNeedDrain || (response.writableEnded && !response.writableFinished)

type Arrival = { since: number; bytesBefore: number }

/** Bytes per millisecond since the request began. */
const speed = ([{ socket }, { since, bytesBefore }]: [IncomingMessage, Arrival]): number =>
  (socket.bytesRead - bytesBefore) / (performance.now() - since)

function startingResponse(url: string, step: string): Response {
  if (/^\/api\/health(\?|$)/.test(url))
    return Response.json(ok({ status: 'starting' }), { headers: { 'cache-control': 'no-store' } })
  return url.startsWith('/api/') ? busyResponse(url) : startingPage(step)
}

const busyResponse = (path: string): Response =>
  path.startsWith('/api/')
    ? unavailable('Layanan sedang sibuk. Coba lagi sebentar lagi.')
    : failurePage({ status: 503, requestId: requestId() })

async function send({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of headers) response.setHeader(name, value)
  response.writeHead(status)
  response.end(await new Response(body).text())
}
