import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProductProcess } from '#testing/processes/product-process.ts'
import { print, report } from './support/measure.ts'
import { sendMixed } from './support/mixed-requests.ts'
import { makeFolder, readCpuSeconds, readMemory, runPostgres, runProcess } from './support/resources.ts'

// Measures the memory of the product's process on Linux: the peak of a first start, which builds dist and fills in the demo, and
// what is resident after mixed requests, on both databases. Also prints the times of starts, and the processor time of the requests.

const metricsToken = 'token-of-the-benchmark-for-metrics'
// Megabytes of a first start, and of a process without requests.
const goals = { firstStart: 1024, embedded: 512, postgres: 256 }
// Worker processes end after half a minute without a task.
const quietMs = 40_000

const reportMemory = (name: string, megabytes: number, goal: number): void =>
  report(megabytes < goal, `${name}: ${megabytes} MB (goal: below ${goal})`)

/** Where the memory is, in megabytes: JavaScript objects, and what they hold outside, such as buffers. */
async function readHeap({ origin }: ProductProcess): Promise<string> {
  const text = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return `heap ${megabytes('nodejs_heap_size_used_bytes')} of ${megabytes('nodejs_heap_size_total_bytes')} MB, outside ${megabytes('nodejs_external_memory_bytes')} MB`
}

async function start(name: string, env: Record<string, string>) {
  const began = performance.now()
  const product = await runProcess({
    LOG_LEVEL: 'fatal',
    DEMO: 'on',
    METRICS_TOKEN: metricsToken,
    TRUSTED_PROXY_HOPS: '1',
    ...env,
  })
  print(`${name}: start in ${Math.round(performance.now() - began)} ms`)
  return product
}

async function measureFirstStart(name: string, env: Record<string, string>): Promise<void> {
  await using product = await start(name, env)
  // The first run of the work that every process does at intervals belongs to the start.
  await pause(5_000)
  const { peak } = await readMemory(product)
  reportMemory(name, peak, goals.firstStart)
}

async function measureRequests(
  name: 'embedded' | 'postgres',
  env: Record<string, string>,
  requestCount: number,
): Promise<void> {
  await using product = await start(`${name}, warm`, env)
  const idle = await readMemory(product)
  reportMemory(`${name}, after the start`, idle.now, goals[name])
  const before = await readCpuSeconds(product)
  const statuses = await sendMixed(product.origin, requestCount)
  const busy = await readMemory(product)
  const seconds = Math.round((await readCpuSeconds(product)) - before)
  const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
  print(
    `${name}: ${busy.now} MB after the last request, peak ${busy.peak} MB; ${seconds} s of processor time; ${counts}`,
  )
  await pause(quietMs)
  const { now } = await readMemory(product)
  print(`${name}, quiet after ${requestCount} requests: ${now} MB, ${await readHeap(product)}`)
}

export async function run({ requests }: { requests: number }): Promise<void> {
  await using folder = await makeFolder()
  await using server = await runPostgres()
  const embedded = { DATA_DIR: join(folder.path, 'embedded') }
  // As on a fresh copy of the project.
  await rm('dist/built-from', { force: true })
  await measureFirstStart('first start, embedded', embedded)
  await measureRequests('embedded', embedded, requests)
  const postgres = { DATA_DIR: join(folder.path, 'postgres'), DATABASE_URL: server.url }
  await measureFirstStart('first start, postgres', postgres)
  await measureRequests('postgres', postgres, requests)
}
