import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openObservedDatabase } from '#testing/postgres/test-database.ts'
import type { Database } from '#server/platform/database/index.ts'
import { observeRequests } from '#server/platform/http/index.ts'
import { startTracing, tracedFetch, withSpan } from './index.ts'

type Value = { stringValue?: string; intValue?: number }
type ExportedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status: { code: number }
}
type Export = { resourceSpans: { resource: { attributes: ExportedSpan['attributes'] }; scopeSpans: { spans: ExportedSpan[] }[] }[] }

/** A receiver of OTLP over HTTP as JSON, as the specification of OpenTelemetry describes it. */
async function startReceiver() {
  const exports: { body: Export; headers: Record<string, unknown>; path: string | undefined }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      exports.push({ body: body as Export, headers: request.headers, path: request.url })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return { exports, endpoint: await listen(server), close: () => server.close() }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const keepLine = (fields: object) => void lines.push({ ...fields })
const warn = vi.fn<Logger['warn']>()
let receiver: Awaited<ReturnType<typeof startReceiver>>
let database: Database
let site: Server
let work: () => Promise<unknown>
let lines: Record<string, unknown>[]
let origin: string
beforeEach(async () => {
  warn.mockClear()
  lines = []
  receiver = await startReceiver()
  database = await openObservedDatabase({ overMs: Infinity, notify: () => {} })
  site = createServer(
    observeRequests({ log: { info: keepLine, debug: keepLine }, observe: () => {} }, (_, response) => {
      void work().then(
        () => response.end('done'),
        () => response.writeHead(500).end(),
      )
    }),
  )
  origin = await listen(site)
})
afterEach(async () => {
  site.close()
  receiver.close()
  await database.close()
})

const trace = (settings: { ratio?: number; endpoint?: string } = {}) =>
  startTracing(
    { endpoint: receiver.endpoint, headers: { 'x-api-key': 'kunci' }, serviceName: 'kelas', ratio: 1, ...settings },
    { version: '1.2.3', log: { warn } },
  )
/** Resolves when the request was logged too, which is when its span has ended. */
async function request(path: string, headers: Record<string, string> = {}): Promise<string> {
  const before = lines.length
  const text = await (await fetch(origin + path, { headers })).text()
  await expect.poll(() => lines.length).toBe(before + 1)
  return text
}
const spans = () =>
  receiver.exports
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
const attributes = (list: ExportedSpan['attributes'] = []) => Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
const find = (name: string) => spans().find((span) => span.name === name)

test('a request, its queries and its outgoing calls are one trace, which continues that of the caller and contains no values', async () => {
  const tracing = await trace()
  const secret = 'sari@contoh.id'
  const send = tracedFetch(async () => new Response(null, { status: 201 }))
  work = async () => {
    await database.transaction((tx) => tx.execute(sql`select ${secret}::text`))
    await send(new Request('https://pay.test/v1/charge?token=rahasia', { method: 'POST' }))
    await withSpan('render page', async () => {})
  }
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await request('/api/courses/0199aaaa-0000-7000-8000-000000000000?token=rahasia', { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
  await tracing.stop()

  const served = find('GET /api/courses/{id}')
  expect(served).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(attributes(served?.attributes)).toEqual({ 'http.request.method': 'GET', 'http.route': '/api/courses/{id}', 'http.response.status_code': 200 })
  for (const name of ['select', 'POST pay.test', 'render page']) expect(find(name), name).toMatchObject({ traceId, parentSpanId: served?.spanId })
  expect(attributes(find('select')?.attributes)).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.text': 'select $1::text' })
  expect(attributes(find('POST pay.test')?.attributes)).toEqual({ 'http.response.status_code': 201 })
  expect(receiver.exports[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-api-key': 'kunci' } })
  expect(attributes(receiver.exports[0]?.body.resourceSpans[0]?.resource.attributes)).toMatchObject({ 'service.name': 'kelas', 'service.version': '1.2.3' })
  expect(JSON.stringify(receiver.exports)).not.toMatch(/rahasia|sari@/)
  expect(lines).toMatchObject([{ route: '/api/courses/{id}', traceId }])
})

test('a failure is marked, with the kind of the error but without its message', async () => {
  const tracing = await trace()
  work = () => withSpan('render page', () => Promise.reject(new TypeError('sari@contoh.id')))
  await request('/api/courses')
  await tracing.stop()
  expect(find('GET /api/courses')?.status.code).toBe(2)
  expect(find('render page')?.status.code).toBe(2)
  expect(attributes(find('render page')?.attributes)).toEqual({ 'error.type': 'TypeError' })
  expect(JSON.stringify(receiver.exports)).not.toContain('sari@')
})

test('health checks and background work are not traced, and a caller cannot have more traced than the share', async () => {
  const tracing = await trace({ ratio: 0 })
  work = () => database.query.execute(sql`select 1`)
  await request('/api/courses', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
  await tracing.stop()
  const all = await trace()
  await request('/api/ready')
  await database.query.execute(sql`select 1`)
  await all.stop()
  expect(spans()).toEqual([])
  expect(lines.map(({ traceId }) => traceId)).toEqual([undefined, undefined])
})

test('a receiver that is away costs one warning and no request', async () => {
  receiver.close()
  const tracing = await trace()
  work = async () => {}
  expect(await request('/api/courses')).toBe('done')
  await tracing.stop()
  expect(warn).toHaveBeenCalledOnce()
})
