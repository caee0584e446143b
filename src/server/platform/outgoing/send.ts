import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { callbackify } from 'node:util'
import { checkTarget, resolvePublic, type HostAddress, type Network } from './network.ts'

export type Outcome = {
  durationMs: number
  /** Null without a response. */
  status: number | null
  excerpt: string | null
  /** Null for a 2xx status; see the contract. */
  error: string | null
}

type Message = { url: string; headers: Record<string, string>; body: string | Uint8Array }

/** From resolving the name to the end of the excerpt. */
const timeoutMs = 10_000
const maximumExcerptBytes = 1024

/** Sends one POST. Follows no redirect, reads at most 1 KB of the response, and never rejects. */
export async function send(network: Network, message: Message): Promise<Outcome> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await post(network, message, signal)
    const excerpt = await readExcerpt(response)
    const status = response.statusCode ?? 0
    return { durationMs: elapsed(), status, excerpt, error: errorOf(status) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    return {
      durationMs: elapsed(),
      status: null,
      excerpt: null,
      error: signal.aborted ? 'timeout' : typeof code === 'string' ? code : 'no-response',
    }
  }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'http-status'
}

function post(network: Network, { url, headers, body }: Message, signal: AbortSignal): Promise<IncomingMessage> {
  const target = new URL(url)
  checkTarget(network, target)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    signal,
    // A connection per request: the address is checked each time that one is opened.
    agent: false,
    lookup: checkedLookup(network),
  }
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, options, resolve)
    request.on('error', reject)
    // Resolving the name ignores the signal.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    request.end(body)
  })
}

/** The lookup of the socket itself, so that the checked address is the one that it connects to. */
function checkedLookup(network: Network): NonNullable<RequestOptions['lookup']> {
  const resolve = callbackify((hostname: string) => resolvePublic(network, hostname))
  return (hostname, { all }, callback) =>
    resolve(hostname, (error, found: HostAddress[] = []) => {
      if (error || all) callback(error, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
}

async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.byteLength
      // Leaving the loop closes the connection.
      if (size >= maximumExcerptBytes) break
    }
  } catch {
    // The status decides the outcome; a body that breaks off or never ends only makes the excerpt shorter.
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(chunks).subarray(0, maximumExcerptBytes).toString('utf8').replaceAll('\0', '').trim()
}
