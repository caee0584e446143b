import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/testing/postgres/start-postgres.ts'
import { startProduct, untilReady, type ProductProcess } from '../src/testing/processes/product-process.ts'
import { sendMixed } from './memory-load.ts'
import { report } from './report.ts'

// Measures the memory of the product's process on Linux: the peak of a first start, which builds dist and fills in the demo, and
// what is resident after mixed requests, on both databases. Also prints the times of starts, and the processor time of the requests.

const requestCount = Number(process.argv[2] ?? 10_000)
const metricsToken = 'token-of-the-benchmark-for-metrics'
// Of a first start, and of a process without requests.
const goals = { firstStart: 1024, embedded: 512, postgres: 256 }
const clockTicksPerSecond = 100
// Worker processes end after half a minute without a task.
const quietMs = 40_000

/** Resident memory in megabytes: now, and the highest since the start. */
async function readMemory({ child }: ProductProcess): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** Seconds of processor time since the start. */
async function readProcessorTime({ child }: ProductProcess): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / clockTicksPerSecond
}

const reportMemory = (name: string, megabytes: number, goal: number): void => report(megabytes < goal, `${name}: ${megabytes} MB (goal: below ${goal})`)

/** Where the memory is, in megabytes: JavaScript objects, and what they hold outside, such as buffers. */
async function readHeap({ origin }: ProductProcess): Promise<string> {
  const text = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return `heap ${megabytes('nodejs_heap_size_used_bytes')} of ${megabytes('nodejs_heap_size_total_bytes')} MB, outside ${megabytes('nodejs_external_memory_bytes')} MB`
}

async function start(name: string, env: Record<string, string>): Promise<ProductProcess> {
  const began = performance.now()
  const product = await startProduct({ LOG_LEVEL: 'fatal', DEMO: 'on', METRICS_TOKEN: metricsToken, TRUSTED_PROXY_HOPS: '1', ...env })
  await untilReady(product)
  process.stdout.write(`      ${name}: start in ${Math.round(performance.now() - began)} ms\n`)
  return product
}

async function stop({ child, exited }: ProductProcess): Promise<void> {
  child.kill('SIGTERM')
  await exited
}

async function measureFirstStart(name: string, env: Record<string, string>): Promise<void> {
  const product = await start(name, env)
  // The first run of the work that every process does at intervals belongs to the start.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const { peak } = await readMemory(product)
  await stop(product)
  reportMemory(name, peak, goals.firstStart)
}

async function measureRequests(name: 'embedded' | 'postgres', env: Record<string, string>): Promise<void> {
  const product = await start(`${name}, warm`, env)
  try {
    const idle = await readMemory(product)
    reportMemory(`${name}, after the start`, idle.now, goals[name])
    const before = await readProcessorTime(product)
    const statuses = await sendMixed(product.origin, requestCount)
    const busy = await readMemory(product)
    const seconds = Math.round((await readProcessorTime(product)) - before)
    const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
    process.stdout.write(`      ${name}: ${busy.now} MB after the last request, peak ${busy.peak} MB; ${seconds} s of processor time; ${counts}\n`)
    await new Promise((resolve) => setTimeout(resolve, quietMs))
    const { now } = await readMemory(product)
    process.stdout.write(`      ${name}, quiet after ${requestCount} requests: ${now} MB, ${await readHeap(product)}\n`)
  } finally {
    await stop(product)
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-memory-'))
const server = await startPostgres()
try {
  const embedded = { DATA_DIR: join(dataDir, 'embedded') }
  // As on a fresh copy of the project.
  await rm('dist/built-from', { force: true })
  await measureFirstStart('first start, embedded', embedded)
  await measureRequests('embedded', embedded)
  const postgres = { DATA_DIR: join(dataDir, 'postgres'), DATABASE_URL: server.url }
  await measureFirstStart('first start, postgres', postgres)
  await measureRequests('postgres', postgres)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
