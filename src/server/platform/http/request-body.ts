import { failureResponse } from './failures.ts'

/** A body arrives within this time, and one second more for each of these bytes: less than the slowest mobile network. */
const arrivalOfBodies = { maximumMs: 10_000, minimumBytesPerSecond: 4 * 1024 }

/** A client that sends more, or for longer, loses its connection. */
const maximumDiscardedBytes = 64 * 1024 * 1024
const maximumDiscardMs = 30_000

/**
 * Reads a body up to the limit, regardless of its declared length. Returns the response instead when the body is larger, or when the
 * client ends the connection before the end of the body.
 */
export async function readRequestBody(
  request: Request,
  limit: number,
  tooLarge: () => Response,
  { maximumMs, minimumBytesPerSecond } = arrivalOfBodies,
): Promise<Buffer<ArrayBuffer> | Response> {
  if (!request.body) return Buffer.alloc(0)
  const reader = request.body.getReader()
  if (Number(request.headers.get('content-length')) > limit) return respondWhileDiscarding(tooLarge(), reader)
  const chunks: Uint8Array[] = []
  let size = 0
  const began = performance.now()
  for (;;) {
    const leftMs = maximumMs + (size / minimumBytesPerSecond) * 1000 - (performance.now() - began)
    const chunk = await readWithin(reader, leftMs)
    if (chunk === 'too-slow') return tooSlow(reader)
    if (!chunk) return failureResponse(400, 'malformed-request', 'Permintaan tidak bisa dibaca.')
    if (chunk.done) return Buffer.concat(chunks)
    size += chunk.value.byteLength
    if (size > limit) return respondWhileDiscarding(tooLarge(), reader)
    chunks.push(chunk.value)
  }
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

/** Limits a body that a handler outside the contract reads: bytes at most, and content types that it understands. */
export type BodyRule = { maximumBytes: number; types: readonly string[] }

/**
 * A request whose body was read within the rule and the deadline of all bodies; without a rule it has no body any more. Returns the rejection
 * when it breaks the rule.
 */
export async function withCheckedBody(request: Request, rule: BodyRule | undefined): Promise<Request | Response> {
  const { url, method, headers } = request
  if (method === 'GET' || method === 'HEAD' || !request.body) return request
  if (!rule) return new Request(url, { method, headers })
  if (!rule.types.includes(contentTypeOf(request) ?? ''))
    return respondUnread(
      request,
      failureResponse(415, 'unsupported-media-type', `Kirim isi sebagai ${rule.types.join(', ')}.`),
    )
  const body = await readRequestBody(request, rule.maximumBytes, () =>
    failureResponse(413, 'too-large', 'Isi permintaan terlalu besar.'),
  )
  return body instanceof Response ? body : new Request(url, { method, headers, body })
}

export const contentTypeOf = (request: Request): string | undefined =>
  request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** The same chunks, for a body that is written while it arrives; throws the error when none comes within the deadline of all bodies. */
export async function* whileArriving(
  chunks: AsyncIterable<Uint8Array>,
  tooSlowError: () => Error,
  maximumMs: number = arrivalOfBodies.maximumMs,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  for (;;) {
    const chunk = await within(iterator.next(), maximumMs)
    if (chunk === 'too-slow') throw tooSlowError()
    if (chunk.done) return
    yield chunk.value
  }
}

/** Null when the client is gone. */
async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  leftMs: number,
): Promise<Chunk | null | 'too-slow'> {
  return within(
    reader.read().catch(() => null),
    leftMs,
  )
}

async function within<Result>(work: Promise<Result>, leftMs: number): Promise<Result | 'too-slow'> {
  let timer: NodeJS.Timeout | undefined
  const slow = new Promise<'too-slow'>(
    (resolve) => (timer = setTimeout(() => resolve('too-slow'), Math.max(0, leftMs))),
  )
  try {
    return await Promise.race([work, slow])
  } finally {
    clearTimeout(timer)
  }
}

/** Ends the connection after the response: the rest of the body is not waited for. */
function tooSlow(reader: ReadableStreamDefaultReader<Uint8Array>): Response {
  reader.cancel().catch(() => {})
  return failureResponse(408, 'too-slow', 'Kiriman ini terlalu lama. Periksa koneksimu, lalu coba lagi.', {
    connection: 'close',
  })
}

/** Responds to a request whose body will not be read. */
export const respondUnread = async (request: Request, response: Response): Promise<Response> =>
  request.body ? respondWhileDiscarding(response, request.body.getReader()) : response

/**
 * Sends the whole response at once, but ends it only after the rest of the body. A connection with an unread body would be reset, and the
 * client would lose the response, or fail with its next request on the same connection.
 */
async function respondWhileDiscarding(
  response: Response,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes),
      async pull(controller) {
        await discard(reader)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  response.headers.set('content-length', String(bytes.byteLength))
  return new Response(body, { status: response.status, headers: response.headers })
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let size = 0
  const timer = setTimeout(() => void reader.cancel(), maximumDiscardMs)
  while (size < maximumDiscardedBytes) {
    // A client that is gone sends no more.
    const chunk = await reader.read().catch(() => null)
    if (!chunk || chunk.done) break
    size += chunk.value.byteLength
  }
  clearTimeout(timer)
}
