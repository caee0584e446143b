import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { startAndVerify } from './product.ts'

afterEach(() => vi.restoreAllMocks())

/** Waits for a product that answers `health` this often before it is ready, and every try takes six minutes. */
async function waitFor(health: object, times: number): Promise<void> {
  let answered = 0
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const server = createServer(({ url }, response) => {
    if (url === '/api/health') answered++
    if (url === '/api/ready') now += 6 * minuteMs
    const isReady = answered >= times
    response.writeHead(isReady || url === '/api/health' ? 200 : 503)
    response.end(JSON.stringify({ success: true, data: health }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const ended = new AbortController().signal
    await startAndVerify(
      { host: '127.0.0.1', port },
      { stop: 'true', start: 'true' },
      { ended, verify: async () => {} },
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a product that still migrates is waited for as long as it takes', () =>
  expect(waitFor({ status: 'starting' }, 4)).resolves.toBeUndefined())

test('a product that has started and does not become ready is given up', () =>
  expect(waitFor({ status: 'ok' }, 4)).rejects.toThrow('it was not ready within 10 minutes'))
