import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitRequests, openServer, resolveDots } from './listeners.ts'

let origin: string
const lookMs = 200
let held: ServerResponse[]
let server: Server
beforeEach(async () => {
  held = []
  const opened = await openServer({ port: 0, host: '127.0.0.1' })
  server = opened.server
  // Serves nothing until the test says so.
  opened.serve(
    resolveDots(
      limitRequests(
        2,
        ({ url }, response) =>
          void (/^\/(api\/ready|media\/)/.test(url ?? '') ? response.end('served') : held.push(response)),
        // A second in the product.
        lookMs,
      ),
    ),
  )
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('requests beyond the limit are rejected with 503 at once; health checks and videos are served; afterwards everything is again', async () => {
  const served = [fetch(`${origin}/api/courses`), fetch(`${origin}/`)]
  await expect.poll(() => held.length).toBe(2)

  const call = await fetch(`${origin}/api/courses`)
  expect([call.status, call.headers.get('retry-after'), call.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(await call.json()).toMatchObject({
    success: false,
    code: 'unavailable',
    message: 'Layanan sedang sibuk. Coba lagi sebentar lagi.',
  })
  const page = await fetch(`${origin}/kelas`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('server sedang sibuk')
  for (const path of ['/api/ready', '/media/video']) expect(await (await fetch(origin + path)).text()).toBe('served')

  for (const response of held) response.end('done')
  expect(await Promise.all(served.map(async (response) => (await response).text()))).toEqual(['done', 'done'])
  const next = fetch(`${origin}/api/courses`)
  await expect.poll(() => held.length).toBe(3)
  held[2]?.end('done')
  expect((await next).status).toBe(200)
})

test('the request of a client that disconnects no longer counts', async () => {
  const leaving = new AbortController()
  const left = [1, 2].map(() => fetch(`${origin}/api/courses`, { signal: leaving.signal }).catch(() => 'left'))
  await expect.poll(() => held.length).toBe(2)
  leaving.abort()
  expect(await Promise.all(left)).toEqual(['left', 'left'])
  // The server notices a moment later.
  await expect.poll(() => held.every(({ closed }) => closed)).toBe(true)
  const next = fetch(`${origin}/api/courses`)
  await expect.poll(() => held.length).toBe(3)
  held[2]?.end('done')
  expect((await next).status).toBe(200)
})

const openSockets: Socket[] = []
afterEach(() => openSockets.splice(0).forEach((socket) => socket.destroy()))

/** Sends the head of a request, and nothing of its body. */
function sendHead(path: string, length = 50): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  )
  openSockets.push(socket)
  return socket
}

test(
  'requests without their body give their places to others after a while, only a few of them may wait, and the slowest is cut off',
  { timeout: 20_000 },
  async () => {
    const [arriving, idle] = [sendHead('/api/courses', 50_000), sendHead('/api/courses')]
    await expect.poll(() => held.length).toBe(2)
    await expect.poll(isServed, { timeout: 5_000, interval: 100 }).toBe(true)
    await expect
      .poll(
        () => {
          arriving?.write('x'.repeat(100))
          if (openSockets.length < 20) sendHead('/api/courses')
          return idle?.destroyed
        },
        { timeout: 15_000, interval: lookMs / 2 },
      )
      .toBe(true)
    expect(arriving?.destroyed).toBe(false)
  },
)

/** True when there is a place for another request. */
async function isServed(): Promise<boolean> {
  const count = held.length
  const call = fetch(`${origin}/api/courses`).then(({ status }) => status)
  await expect.poll(async () => held.length > count || (await Promise.race([call, 0])) === 503).toBe(true)
  held[count]?.end('done')
  return (await call) === 200
}

/** Sends a request and reads nothing of its response. */
function sendUnread(path: string, to = server): Socket {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  openSockets.push(socket)
  return socket
}

/** More than the buffers of the connection hold. */
const long = Buffer.alloc(6 * 1024 * 1024)

test('responses that their clients do not read give their places to others, and one that is read to its end is complete', async () => {
  const client = sendUnread('/api/courses')
  await expect.poll(() => held.length).toBe(1)
  const leaving = sendUnread('/')
  await expect.poll(() => held.length).toBe(2)
  const [streamed, ended] = held
  streamed?.once('drain', () => streamed.end('end')).write(long)
  ended?.end(long)
  await expect.poll(isServed, { timeout: 5_000, interval: 100 }).toBe(true)

  let size = 0
  let last = ''
  client.on('data', (chunk) => {
    size += chunk.length
    last = chunk.subarray(-10).toString()
  })
  client.resume()
  await expect.poll(() => last).toContain('end')
  expect(size).toBeGreaterThan(long.length)
  // Neither has kept a place, or given back more than one.
  leaving.destroy()
  await expect.poll(() => held.every(({ closed }) => closed)).toBe(true)
  const count = held.length
  const calls = [1, 2, 3].map(() => fetch(`${origin}/api/courses`).then(({ status }) => status))
  await expect.poll(() => held.length).toBe(count + 2)
  expect(await Promise.race(calls)).toBe(503)
  for (const response of held.slice(count)) response.end('done')
  expect((await Promise.all(calls)).toSorted()).toEqual([200, 200, 503])
})

test.each([
  ['in number', long, 9],
  ['in bytes', Buffer.alloc(30 * 1024 * 1024), 3],
])(
  'when too many responses wait for their clients, %s, the one that waits longest is cut off',
  async (_, body, most) => {
    const waiting: ServerResponse[] = []
    while (waiting.length < most) {
      await expect.poll(isServed, { timeout: 5_000, interval: 100 }).toBe(true)
      const count = held.length
      sendUnread('/api/courses')
      await expect.poll(() => held.length).toBe(count + 1)
      const response = held[count]
      response?.end(body)
      if (response) waiting.push(response)
    }
    await expect
      .poll(() => waiting.map(({ destroyed }) => destroyed), { timeout: 5_000 })
      .toEqual([true, ...Array<boolean>(most - 1).fill(false)])
  },
)

test('a connection ends when its client reads nothing for a while; one that waits for the server stays', async () => {
  const opened = await openServer({ port: 0, host: '127.0.0.1', unreadMs: 200 })
  const responses: ServerResponse[] = []
  opened.serve((_request, response) => void responses.push(response))
  const waiting = sendUnread('/waiting', opened.server)
  await expect.poll(() => responses.length).toBe(1)
  sendUnread('/unread', opened.server)
  await expect.poll(() => responses.length).toBe(2)
  const [waited, unread] = responses
  unread?.write(long)
  await expect.poll(() => unread?.destroyed, { timeout: 5_000 }).toBe(true)
  expect(waited?.destroyed).toBe(false)
  waited?.end('served')
  const answer = once(waiting, 'data') as Promise<[Buffer]>
  waiting.resume()
  expect((await answer)[0].toString()).toContain('served')
  opened.server.closeAllConnections()
  opened.server.close()
})

test('while there is nothing to serve, the process says that it lives, and a page says what is being done until it becomes the product', async () => {
  const opened = await openServer({ port: 0, host: '127.0.0.1' })
  const at = `http://127.0.0.1:${(opened.server.address() as AddressInfo).port}`
  const health = await fetch(`${at}/api/health?x`)
  expect([health.status, health.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await health.json()).toEqual({ success: true, data: { status: 'starting' } })
  for (const path of ['/api/serving', '/api/ready', '/api/courses', '/'])
    expect((await fetch(at + path)).status, path).toBe(503)
  opened.say('Kelas contoh sedang diisi.')
  const page = await (await fetch(`${at}/kelas`)).text()
  expect(page).toContain('Kelas contoh sedang diisi.')
  // Becomes the product by itself.
  expect(page).toContain('<meta http-equiv="refresh" content="2">')
  opened.serve((_request, response) => void response.end('served'))
  expect(await (await fetch(`${at}/api/health`)).text()).toBe('served')
  opened.server.closeAllConnections()
  opened.server.close()
})

test('a path with dots is limited as the path that it leads to', async () => {
  const served = [fetch(`${origin}/api/courses`), fetch(`${origin}/`)]
  await expect.poll(() => held.length).toBe(2)
  for (const path of ['/media/../api/search', '/media/%2e%2e/api/search', '/media/x/..\\..\\api/search']) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 503/)
    socket.destroy()
  }
  for (const response of held) response.end('done')
  await Promise.all(served)
})

test.each([
  ['declares a body that does not come', 'content-length: 5000\r\n\r\n{'],
  ['sends chunks without an end', 'transfer-encoding: chunked\r\n\r\n1\r\na\r\n'],
])('a request to read that %s is answered, and its connection ends', async (_, rest) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.write(`GET /media/video HTTP/1.1\r\nhost: x\r\n${rest}`)
  await once(socket, 'close')
  expect(received).toContain('served')
})
