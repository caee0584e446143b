import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { observeRequests } from '#server/platform/http/index.ts'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'

// The running process, as an operator sees it: log lines, metrics, readiness.
const token = 'rahasia-pemantauan-7'
let folder: string
let product: ProductProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-metrics-'))
  await fillDataDir(folder)
  product = await startProduct({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'info',
    METRICS_TOKEN: token,
    SHUTDOWN_DELAY_SECONDS: '2',
  })
  await untilReady(product)
}, 120_000)
afterAll(async () => {
  product.child.kill('SIGKILL')
  await product.exited
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(product.origin + path, { headers })
const logLines = (): Record<string, unknown>[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const lineOf = (id: string) => logLines().find(({ requestId, msg }) => requestId === id && msg === 'request')
const readMetrics = async () => (await get('/metrics', { authorization: `Bearer ${token}` })).text()

describe('a request', () => {
  test('keeps the id that a proxy sent, in its response and in one log line', async () => {
    const response = await get('/api/courses?q=rahasia', { 'x-request-id': 'proxy.1_a-B' })
    expect(response.headers.get('x-request-id')).toBe('proxy.1_a-B')
    await expect
      .poll(() => lineOf('proxy.1_a-B'))
      .toMatchObject({ method: 'GET', route: '/api/courses', status: 200, viewer: 'anonymous' })
    expect(JSON.stringify(logLines())).not.toContain('rahasia')
  })

  test.for(['', 'a b', 'x'.repeat(65), 'ü'])('gets an id of its own instead of %j', async (sent) => {
    const id = await new Promise<string>((resolve, reject) => {
      const headers = { 'x-request-id': Buffer.from(sent).toString('latin1') }
      sendRequest(`${product.origin}/api/health`, { headers }, (response) =>
        resolve(String(response.headers['x-request-id'])),
      )
        .on('error', reject)
        .end()
    })
    expect(id).toMatch(/^[0-9a-f-]{13}$/)
  })

  test('has the same id in the body of a failure', async () => {
    const body = (await (await get('/api/me', { 'x-request-id': 'gagal-1' })).json()) as { requestId: string }
    expect(body.requestId).toBe('gagal-1')
  })

  test('is logged with the role of its caller, and with the page or endpoint instead of its URL', async () => {
    const account = { name: 'Sari Dewi', email: 'sari@contoh.id', password: 'teh-melati-9' }
    const post = (path: string, body: object) =>
      fetch(`${product.origin}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('/sign-up', account)
    const { data } = (await (await post('/sign-in', account)).json()) as { data: { token: string } }
    await get('/api/me', { authorization: `Bearer ${data.token}`, 'x-request-id': 'akun-1' })
    await get('/kelas/details/00000000-0000-4000-8000-000000000000', { 'x-request-id': 'kelas-1' })
    await get('/tebak-tebakan', { 'x-request-id': 'lain-1' })
    await expect.poll(() => lineOf('akun-1')).toMatchObject({ route: '/api/me', viewer: 'student' })
    await expect.poll(() => lineOf('kelas-1')).toMatchObject({ route: '/kelas/details/:courseId', status: 404 })
    await get('/admin/submissions', { 'x-request-id': 'staf-1' })
    await get('/media/0/tanda-tangan', { 'x-request-id': 'video-1' })
    await post('/uploads/tus', {})
    await expect.poll(() => lineOf('staf-1')).toMatchObject({ route: '/admin/submissions' })
    await expect.poll(() => lineOf('video-1')).toMatchObject({ route: '/media/*' })
    await expect.poll(() => logLines().filter(({ route }) => route === '/api/uploads/tus/*')).toHaveLength(1)
    await expect.poll(() => lineOf('lain-1')).toMatchObject({ route: 'other', status: 404 })
    for (const secret of [data.token, account.email, account.password, account.name])
      expect(product.output()).not.toContain(secret)
  })

  test('to the health endpoints is not logged', async () => {
    await get('/api/ready', { 'x-request-id': 'siap-1' })
    await get('/api/site', { 'x-request-id': 'situs-1' })
    await expect.poll(() => lineOf('situs-1')).toBeDefined()
    expect(lineOf('siap-1')).toBeUndefined()
  })

  test('that the client gives up is logged as cut off', async () => {
    const lines: object[] = []
    const log = { info: (line: object) => void lines.push(line), debug: () => {} }
    const server = createServer(
      observeRequests(
        { contract, log: log as never, observe: () => {} },
        (_request, response) => void response.write('mulai'),
      ),
    ).listen(0)
    const { port } = server.address() as AddressInfo
    const client = sendRequest(`http://127.0.0.1:${port}/`, () => client.destroy())
    client.on('error', () => {}).end()
    await expect.poll(() => lines).toEqual([expect.objectContaining({ route: '/', isCutOff: true })])
    server.close()
  })
})

describe('metrics', () => {
  test('are for callers with the token only, and nowhere without that setting', async () => {
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { authorization: 'Bearer salah' })).status).toBe(401)
    const response = await get('/metrics', { authorization: `Bearer ${token}` })
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
  })

  test('count requests by route, sign-ins, the page cache, periodic work and the process, with few labels', async () => {
    await get('/kelas')
    await get('/kelas')
    for (let count = 0; count < 20; count++) await get(`/tebakan-${count}`)
    // The first run is two seconds after the start.
    await expect.poll(readMetrics).toContain('cendaki_periodic_work_seconds_count{work="jobs",outcome="done"}')
    const text = await readMetrics()
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/kelas",status="200"\} [2-9]/)
    expect(text).toContain('cendaki_sign_ins_total{method="password",outcome="signed-in"} 1')
    expect(text).toMatch(/^cendaki_page_cache_hits_total [1-9]/m)
    expect(text).toMatch(/^cendaki_mails_waiting \d+$/m)
    expect(text).toMatch(/^cendaki_payments_due 0$/m)
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).not.toContain('tebakan')
  })
})

test('after SIGTERM readiness returns 503 while everything else is served, then the process exits with 0', async () => {
  product.child.kill('SIGTERM')
  await expect.poll(async () => (await get('/api/ready')).status, { interval: 20 }).toBe(503)
  expect((await get('/api/courses')).status).toBe(200)
  expect((await get('/')).status).toBe(200)
  expect(await product.exited).toBe(0)
})
