import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedPurge = { keys: string[]; headers: IncomingHttpHeaders; body: unknown }

/** Records purge requests in place of a CDN, and responds as a test sets. */
export async function startPurgeReceiver() {
  const received: ReceivedPurge[] = []
  const nextStatuses: number[] = []
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request))
    received.push({ keys: String(request.headers['surrogate-key']).split(' '), headers: request.headers, body })
    response.writeHead(nextStatuses.shift() ?? 200)
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    received,
    /** The next requests get these statuses, further ones 200. */
    answerNext: (...statuses: number[]) => void nextStatuses.push(...statuses),
    close: () => new Promise((done) => server.close(done)),
  }
}
