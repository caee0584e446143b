import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRequestBody, whileArriving } from './request-body.ts'

const arrival = { maximumMs: 200, minimumBytesPerSecond: 1_000_000 }
const read = async (request: Request): Promise<Response> => {
  const body = await readRequestBody(request, 1_000_000, () => new Response(null, { status: 413 }), arrival)
  return body instanceof Response ? body : new Response(`${body.byteLength} bytes`)
}
const server = createServer(getRequestListener(read, { overrideGlobalObjects: false }))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  ['never comes', ''],
  ['stops in the middle', 'x'.repeat(20)],
])('a body that %s is answered with 408, and its connection ends', async (_, part) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const text: string[] = []
  socket.on('data', (chunk) => text.push(chunk.toString()))
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n${part}`)
  await once(socket, 'close')
  expect(text.join('')).toMatch(/^HTTP\/1.1 408[^]*too-slow/)
})

test('a body that arrives at once is read', async () => {
  const { port } = server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'x'.repeat(500_000) })).text()).toBe(
    '500000 bytes',
  )
})

test('a body that is written while it arrives ends with the given error once nothing more comes', async () => {
  const seen: number[] = []
  async function* stopping() {
    yield new Uint8Array(3)
    await new Promise(() => {})
  }
  const reading = (async () => {
    for await (const chunk of whileArriving(stopping(), () => new Error('stopped'), 50)) seen.push(chunk.length)
  })()
  await expect(reading).rejects.toThrow('stopped')
  expect(seen).toEqual([3])
})
