import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startPostgresServer } from '../src/testing/postgres/postgres-server.ts'
import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { quantile } from './quantile.ts'
import { report } from './report.ts'

// Sends three times as many searches as the product can serve, on PostgreSQL. Meanwhile a visitor searches, opens a cached page and asks for
// readiness ten times a second. Only ratios, statuses and the limits below are comparable between machines.

const seconds = Number(process.argv[2] ?? 30)
const overloadFactor = 3
/** Of a search that is served at all. */
const servedGoalMs = 1000
/** Proxies give up on a readiness check after a few seconds. */
const readyGoalMs = 2000
/** Share of the speed before the flood, within ten seconds after it. */
const recoveryGoal = 0.9

const server = await startPostgresServer()
const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-overload-'))
const product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: server.urlOf('postgres'), DEMO: 'on', LOG_LEVEL: 'fatal' })
await untilReady(product)

let searched = 0
/** Never cached, because no two are equal. */
const searchPath = () => `/api/courses?q=${encodeURIComponent(`kelas ${searched++}`)}`

const flood = (options: Pick<autocannon.Options, 'connections' | 'duration' | 'overallRate'>) =>
  autocannon({ url: product.origin, requests: [{ setupRequest: (request) => ({ ...request, path: searchPath() }) }], ...options })

type Visit = { status: number; ms: number }
async function visit(path: string): Promise<Visit> {
  const began = performance.now()
  const response = await fetch(product.origin + path)
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - began }
}

/** Visits every 100 ms, also while earlier visits wait, until `until` resolves. */
async function visitMeanwhile(path: () => string, until: Promise<unknown>): Promise<Visit[]> {
  const visits: Promise<Visit>[] = []
  const state = { ended: false }
  void until.then(() => (state.ended = true))
  while (!state.ended) {
    visits.push(visit(path()).catch(() => ({ status: 0, ms: 0 })))
    await pause(100)
  }
  return Promise.all(visits)
}

function describe(name: string, visits: readonly Visit[], goalMs: number, { mayBeBusy }: { mayBeBusy: boolean }): void {
  const served = visits.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const busy = visits.filter(({ status }) => status === 503).length
  const other = visits.length - served.length - busy
  const p99 = quantile(served, 0.99)
  const isGood = other === 0 && (mayBeBusy || busy === 0) && !(p99 > goalMs)
  const times = `p50 ${Math.round(quantile(served, 0.5))} ms, p99 ${Math.round(p99)} ms`
  report(isGood, `${name}: ${served.length} served (${times}), ${busy} times 503, ${other} times anything else`)
}

try {
  await visit('/')
  await flood({ connections: 20, duration: 3 })
  const before = (await flood({ connections: 40, duration: 8 })).requests.average
  process.stdout.write(`Full speed: ${Math.round(before)} searches a second\n`)

  const overload = flood({ connections: 1500, duration: seconds, overallRate: Math.round(before * overloadFactor) })
  const [flooded, searches, pages, health] = await Promise.all([
    overload,
    visitMeanwhile(searchPath, overload),
    visitMeanwhile(() => '/', overload),
    visitMeanwhile(() => '/api/ready', overload),
  ])
  const statuses = Object.entries(flooded.statusCodeStats ?? {}).map(([status, { count }]) => `${count} times ${status}`)
  process.stdout.write(`Flood of ${Math.round(flooded.requests.average)} a second for ${seconds} s: ${statuses.join(', ')}; ${flooded.errors} errors\n`)
  describe('searches', searches, servedGoalMs, { mayBeBusy: true })
  describe('a cached page', pages, servedGoalMs, { mayBeBusy: false })
  describe('readiness', health, readyGoalMs, { mayBeBusy: false })

  await pause(2000)
  const after = (await flood({ connections: 40, duration: 8 })).requests.average
  const recovered = after / before
  report(recovered >= recoveryGoal, `speed 2 to 10 s after the flood: ${recovered.toFixed(2)} of before`)
} finally {
  product.child.kill('SIGTERM')
  await product.exited
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
