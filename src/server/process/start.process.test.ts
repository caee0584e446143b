import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distFolder, listFiles } from './ensure-built.ts'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'

// Tests of one running process, through its port.

let folder: string
let product: ProductProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-serving-'))
  await fillDataDir(folder)
  product = await startProduct({ DATA_DIR: folder, DEMO: 'off' })
  await untilReady(product)
}, 120_000)
afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.exited
  await rm(folder, { recursive: true, force: true })
})

type Sending = {
  path: string
  method?: string
  body?: Buffer
  chunked?: boolean
  type?: string
  agent?: Agent
  token?: string
}
/** Sends a request and returns its response, with the socket that carried it. */
async function send({
  path,
  body,
  method = body ? 'POST' : 'GET',
  chunked = false,
  type = 'application/json',
  agent,
  token,
}: Sending) {
  const length = body && !chunked ? { 'content-length': body.byteLength } : {}
  const sent = httpRequest(product.origin + path, {
    method,
    headers: { 'content-type': type, ...length, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(agent ? { agent } : {}),
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode,
    headers: response.headers,
    text: await text(response),
    localPort: sent.socket?.localPort,
  }
}

let accounts = 0
/** Returns the token of a new student. */
async function signUp(): Promise<string> {
  const account = { name: 'Siti', email: `siti${++accounts}@contoh.id`, password: 'kopi-tubruk-7' }
  await send({ path: '/api/sign-up', body: Buffer.from(JSON.stringify(account)) })
  const { data } = JSON.parse((await send({ path: '/api/sign-in', body: Buffer.from(JSON.stringify(account)) })).text)
  return data.token
}

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, ' ')
const multipart = 'multipart/form-data; boundary=x'

/** An upload that every user may send. */
const picture = '/api/courses/00000000-0000-7000-8000-000000000000/questions/pictures'

describe('a body over the limit', () => {
  test.each([
    ['of an API call', { path: '/api/sign-in', body: megabytes(3) }],
    ['of an API call, without a declared length', { path: '/api/sign-in', body: megabytes(3), chunked: true }],
    ['of an upload', { path: picture, body: megabytes(8), type: multipart }],
    ['of an upload, without a declared length', { path: picture, body: megabytes(8), chunked: true, type: multipart }],
  ])('%s is rejected with 413, and the connection is used again', async (_, sending) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const response = await send({ ...sending, agent, token: await signUp() })
    expect([response.status, JSON.parse(response.text).code]).toEqual([413, 'too-large'])
    const next = await send({ path: '/api/health', agent })
    expect([next.status, next.localPort]).toEqual([200, response.localPort])
    agent.destroy()
  })

  test.each([true, false])('of an upload is not read for those who may not send it (chunked: %s)', async (chunked) => {
    const response = await send({ path: '/api/uploads', body: megabytes(8), type: multipart, chunked })
    expect([response.status, JSON.parse(response.text).code]).toEqual([401, 'unauthorized'])
    const forbidden = await send({
      path: '/api/uploads',
      body: megabytes(8),
      type: multipart,
      chunked,
      token: await signUp(),
    })
    expect([forbidden.status, JSON.parse(forbidden.text).code]).toEqual([403, 'forbidden'])
  })

  test.each([
    ['the payment sandbox', '/sandbox/payment/snap/v2/transactions/x/charge', 'application/json'],
    ['the payment sandbox’s API', '/sandbox/payment/snap/v1/transactions', 'application/json'],
    ['the payment sandbox’s operator page', '/sandbox/payment/_sim/chaos', 'application/x-www-form-urlencoded'],
    ['the Google sandbox', '/sandbox/google/gsi/select', 'application/x-www-form-urlencoded'],
  ])('to %s is rejected with 413, with and without a declared length', async (_, path, type) => {
    for (const chunked of [false, true])
      expect((await send({ path, body: megabytes(1), type, chunked })).status).toBe(413)
  })

  test('gets its response before its end is sent, and the client can still send the rest', async () => {
    const socket = connect(product.port, '127.0.0.1')
    const body = megabytes(3)
    socket.write(
      `POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.byteLength}\r\n\r\n`,
    )
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.write(body.subarray(0, 1000))
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too-large"/)
    received = ''
    socket.write(body.subarray(1000))
    socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
  })
})

const paths = {
  pages: [
    '/',
    '/kelas',
    '/no-access',
    '/tidak-ada',
    '/student',
    '/KELAS',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
  ],
  images: ['/uploads/tidak-ada.webp', '/certificate/verifier.html'],
  api: ['/api', '/api/health', '/api/courses', '/api/tidak-ada', '/api/openapi.json', '/%00', `/${'x'.repeat(3_000)}`],
  sandboxes: [
    '/sandbox/payment/snap/snap.js',
    '/sandbox/payment/snap/v4/redirection/x',
    '/sandbox/google/gsi/client',
    '/sandbox/google/x',
  ],
}

test.each(Object.values(paths).flat())('%s has the headers of every response, also from the cache', async (path) => {
  // The second response comes from the cache where the URL has one.
  for (const response of [await send({ path }), await send({ path })]) {
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  }
})

// The other headers have no effect on files.
test.each(['/sw.js', '/favicon.svg', '/uploads/default.jpg', '/cover/web/x.svg', '/\\'])(
  '%s has nosniff and a referrer policy',
  async (path) => {
    const { headers } = await send({ path })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
  },
)

test('whatever is only read rejects every other method, and names those that it has', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const web = join(distFolder, 'web')
  const built = listFiles(web).map((file) => `/${relative(web, file)}`)
  expect(built).toContain('/sw.js')
  const others = [
    '/api/openapi.json',
    '/api/health',
    '/built-files.json',
    '/exercise-frame',
    '/cover/web/x.svg',
    '/media/x',
    '/certificate/x.pdf',
  ]
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
  // Built files are served alike: each of them is asked by one method.
  const ofFiles = built.map((path, index) => ({ path, method: methods[index % methods.length] ?? 'POST' }))
  const ofPaths = [...paths.pages, ...paths.images, ...others].flatMap((path) =>
    methods.map((method) => ({ path, method })),
  )
  await Promise.all(
    [...ofFiles, ...ofPaths].map(async ({ path, method }) => {
      const { status, headers } = await send({ path, method, agent })
      expect([status, headers.allow], `${method} ${path}`).toEqual([405, expect.stringMatching(/\bGET\b/)])
    }),
  )
  agent.destroy()
})

test('the policy of pages allows exactly their inline scripts and styles', async () => {
  for (const path of ['/', '/kelas', '/tidak-ada', '/student']) {
    const { headers, text: html } = await send({ path })
    const scripts = [...html.matchAll(/<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => script,
    )
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style)
    const hashes = [...scripts, ...styles].map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(String(headers['content-security-policy']).match(/'sha256-[^']+'/g)).toEqual(hashes)
  }
})

test('the page for callers without permission returns 403', async () => {
  const response = await send({ path: '/no-access' })
  expect([response.status, response.text]).toEqual([403, expect.stringContaining('Akses Ditolak')])
})

test('an upload that the client aborts is not logged as an error', async () => {
  const errorsBefore = errorLines().length
  for (const part of ['', 'half of it']) {
    const socket = connect(product.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipart}\r\nContent-Length: 1000\r\n\r\n${part}`,
    )
    // The server is reading the body once it responds to a request that was sent later.
    expect((await send({ path: '/api/health' })).status).toBe(200)
    socket.destroy()
    await once(socket, 'close')
    expect((await send({ path: '/api/ready' })).status).toBe(200)
  }
  expect(errorLines().slice(errorsBefore)).toEqual([])
})

const errorLines = (): string[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('Error'))
