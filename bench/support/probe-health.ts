import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

// Asks for the health of a process again and again, on a connection of its own, in a process of its own: what its caller sends would delay it.

export type Probed = { samples: number[]; statuses: number[] }

const [port = 0, everyMs = 0, withinMs = 0] = process.argv.slice(2).map(Number)
const connection = new Agent({ keepAlive: true, maxSockets: 1 })
const [samples, statuses]: [number[], Set<number>] = [[], new Set()]
const over = new AbortController()
process.once('message', () => over.abort())

const ask = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { agent: connection, host: '127.0.0.1', port, path: '/api/health', timeout: withinMs },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('health took too long')))
    sent.on('error', reject)
    sent.end()
  })

// Its own start and the connection are not what is measured.
await ask()
process.send?.('ready')
while (!over.signal.aborted) {
  const began = performance.now()
  statuses.add(await ask())
  samples.push(performance.now() - began)
  await delay(everyMs)
}
connection.destroy()
process.send?.({ samples, statuses: [...statuses] } satisfies Probed)
