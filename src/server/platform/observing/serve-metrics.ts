import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metrics } from './metrics.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The metrics in the text format of Prometheus, for callers with `Authorization: Bearer <token>`. */
export async function serveMetrics(metrics: Metrics, token: string, request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } })
  const sent = request.headers.get('authorization') ?? ''
  // Hashes have the same length, whatever was sent.
  if (!timingSafeEqual(hashOf(sent), hashOf(`Bearer ${token}`)))
    return new Response(null, { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } })
  return new Response(await metrics.render(), { headers: { ...headers, 'content-type': metrics.contentType } })
}
