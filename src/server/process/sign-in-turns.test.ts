import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { inSignInTurns } from './sign-in-turns.ts'

let close = () => {}
afterEach(() => close())

/** A server that keeps what it was asked, and answers when told to. */
async function serveByHand(passOnMs: number) {
  const begun: { from: string; response: ServerResponse }[] = []
  const addressOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['x-from'])
  const server = createServer(
    inSignInTurns(addressOf, (request, response) => void begun.push({ from: addressOf(request), response }), passOnMs),
  )
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    begun,
    names: () => begun.map(({ from }) => from),
    ask: (from: string, path = '/api/sign-in') =>
      fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'x-from': from } }).then(
        ({ status }) => status,
      ),
  }
}

const never = 600_000

test('sign-ins of one address begin one after the other, and others do not wait for them', async () => {
  const { ask, begun, names } = await serveByHand(never)
  const first = ask('school')
  await vi.waitUntil(() => begun.length === 1)
  const second = ask('school')
  const other = ask('home')
  const courses = ask('school', '/api/courses')
  await vi.waitUntil(() => begun.length === 3)
  expect(names().filter((from) => from === 'school')).toHaveLength(2)
  for (const { response } of begun.splice(0)) response.end()
  expect(await Promise.all([first, other, courses])).toEqual([200, 200, 200])
  await vi.waitUntil(() => begun.length === 1)
  begun[0]?.response.end()
  expect(await second).toBe(200)
})

test('one that waits, for its body or for a password to be hashed, lets the next one begin', async () => {
  const { ask, begun } = await serveByHand(10)
  const asked = ['school', 'school', 'school'].map((from) => ask(from))
  await vi.waitUntil(() => begun.length === 3)
  for (const { response } of begun) response.end()
  expect(await Promise.all(asked)).toEqual([200, 200, 200])
})

test('one whose client went away lets the next one begin', async () => {
  const { ask, begun } = await serveByHand(never)
  const gone = ask('school').catch(() => 'gone')
  await vi.waitUntil(() => begun.length === 1)
  const next = ask('school')
  begun[0]?.response.destroy()
  expect(await gone).toBe('gone')
  await vi.waitUntil(() => begun.length === 2)
  begun[1]?.response.end()
  expect(await next).toBe(200)
})
