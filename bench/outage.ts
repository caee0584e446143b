import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemEnvironment } from '#testing/processes/environment.ts'
import { freePorts, isListening } from '#testing/processes/product-process.ts'
import { msUntil } from '#testing/processes/shop-processes.ts'
import { report } from './support/measure.ts'
import { makeFolder, runPostgres, runProduct } from './support/resources.ts'

// Visitors behind the Caddy of deploy/Caddyfile while PostgreSQL is away: pages of the cache go on, others are the friendly 503 of the
// product, never an empty answer of the proxy. Needs Debian's `caddy`.

const program = '/usr/bin/caddy'
const goal = (text: string, measured: string, isMet: boolean) => report(isMet, `${text}: ${measured}`)

async function runCaddy(port: number, upstream: string, home: string) {
  const env = { ...systemEnvironment(), HOME: home, SITE_ADDRESS: `http://127.0.0.1:${port}`, SITE_UPSTREAM: upstream }
  const child = spawn(
    program,
    ['run', '--config', join(import.meta.dirname, '../deploy/Caddyfile'), '--adapter', 'caddyfile'],
    { env, stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  await msUntil(async () => child.exitCode !== null || (await isListening(port)), 20_000)
  if (child.exitCode !== null) throw new Error('Caddy does not accept deploy/Caddyfile')
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export async function run({ seconds }: { seconds: number }): Promise<void> {
  if (!existsSync(program)) throw new Error('outage needs Debian’s package caddy (apt-get install caddy)')
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const postgres = await runPostgres()
  await using ended = new AsyncDisposableStack()
  let isRunning = true
  const stopDatabase = async () => {
    if (isRunning) await postgres.stop()
    isRunning = false
  }
  ended.defer(stopDatabase)
  const env = { DATABASE_URL: postgres.url, PUBLIC_URL: origin, DEMO: 'on', TRUSTED_PROXY_HOPS: '1' }
  const product = ended.use(await runProduct(env))
  const home = ended.use(await makeFolder())
  ended.use(await runCaddy(port, `127.0.0.1:${product.port}`, home.path))

  const visit = async (path: string) => {
    const response = await fetch(origin + path, { redirect: 'manual' }).catch(() => null)
    return { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
  }
  await msUntil(async () => (await visit('/')).status === 200, 30_000)
  for (const path of ['/', '/kelas', '/tips']) await visit(path)
  await stopDatabase()

  const cached: number[] = []
  const others: { status: number; text: string }[] = []
  const until = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < until; round++) {
    for (const path of ['/', '/kelas', '/tips']) cached.push((await visit(path)).status)
    others.push(await visit(`/kelas?q=belum-dibaca-${round}`))
    others.push(await visit('/api/courses?limit=3'))
  }
  const counted = (statuses: readonly number[]) =>
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} × ${status}`).join(', ')
  goal(
    'cached pages are served for the whole outage',
    counted(cached),
    cached.every((status) => status === 200),
  )
  goal(
    'everything else is a 503 that says what happened',
    counted(others.map(({ status }) => status)),
    others.every(({ status, text }) => status === 503 && /[Cc]oba lagi|sebentar/.test(text)),
  )
}
