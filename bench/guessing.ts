import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startProduct, untilReady } from '../src/testing/product-process.ts'

// Measures how much a flood of wrong passwords delays other clients. Times the same calls without load, then during floods of
// 500 attempts per second from one address and from a hundred. Only the ratios are comparable between machines.

const seconds = Number(process.argv[2] ?? 8)
const attemptsPerSecond = 500
/** Security goal: the maximum slowdown of other calls during an attack. */
const goal = 2
const account = { name: 'Orang Rumah', email: 'rumah@contoh.id', password: 'ukur-ukuran-9' }
const clientAddress = '203.0.113.10'

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-guessing-'))
// This script acts as the trusted proxy that sets the client address.
const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' })

type Call = { method?: string; path: string; body?: object; token?: string }
async function call({ method = 'GET', path, body, token }: Call): Promise<{ status: number; ms: number; data: { token?: string } }> {
  const began = performance.now()
  const answer = await fetch(`${product.origin}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': clientAddress,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data } = (await answer.json()) as { data: { token?: string } }
  return { status: answer.status, ms: performance.now() - began, data }
}

const quantile = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

// A sign-in beyond the session limit ends the oldest session, so the calls use the newest token.
let token = ''

/** Measures another client: lists courses, loads its account, and signs in. */
async function measureOtherClient(): Promise<Record<string, { p50: number; p95: number; failed: number }>> {
  const calls: Record<string, () => Call> = {
    'GET /courses': () => ({ path: '/courses' }),
    'GET /me': () => ({ path: '/me', token }),
    'POST /sign-in': () => ({ method: 'POST', path: '/sign-in', body: { email: account.email, password: account.password } }),
  }
  const taken: Record<string, { times: number[]; failed: number }> = Object.fromEntries(Object.keys(calls).map((name) => [name, { times: [], failed: 0 }]))
  const until = performance.now() + seconds * 1000
  async function repeatedly(name: string, wanted: () => Call) {
    while (performance.now() < until) {
      const { status, ms, data } = await call(wanted())
      token = data?.token ?? token
      taken[name]?.times.push(ms)
      if (status !== 200 && taken[name]) taken[name].failed++
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await Promise.all(Object.entries(calls).map(([name, wanted]) => repeatedly(name, wanted)))
  return Object.fromEntries(Object.entries(taken).map(([name, { times, failed }]) => [name, { p50: quantile(times, 0.5), p95: quantile(times, 0.95), failed }]))
}

/** Sends wrong passwords for non-existing accounts at a fixed rate from a number of addresses. */
function flood(addresses: number): Promise<autocannon.Result> {
  let attempts = 0
  return autocannon({
    url: `${product.origin}/api/sign-in`,
    connections: 100,
    overallRate: attemptsPerSecond,
    duration: seconds + 1,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${attempts++ % addresses}` },
          body: JSON.stringify({ email: `korban${attempts}@contoh.id`, password: 'salah-sekali' }),
        }),
      },
    ],
  })
}

const megabytes = async (): Promise<number> =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${product.child.pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024)

try {
  await untilReady(product)
  await call({ method: 'POST', path: '/sign-up', body: account })
  const { data } = await call({ method: 'POST', path: '/sign-in', body: account })
  token = data.token ?? ''
  await measureOtherClient()
  const unloaded = await measureOtherClient()
  const memoryBefore = await megabytes()
  let worst = 0
  for (const addresses of [1, 100]) {
    const attack = flood(addresses)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const during = await measureOtherClient()
    const { statusCodeStats = {}, requests, latency, errors } = await attack
    const answers = Object.entries(statusCodeStats).map(([status, { count }]) => `${status}: ${count}`)
    process.stdout.write(
      `\n${Math.round(requests.average)} attempts per second from ${addresses} address${addresses > 1 ? 'es' : ''} (${answers.join(', ')}; p50 ${latency.p50} ms, errors ${errors})\n`,
    )
    for (const [name, { p50, p95, failed }] of Object.entries(during)) {
      const before = unloaded[name] ?? { p50: 1, p95: 1 }
      if (addresses === 1) worst = Math.max(worst, p95 / before.p95)
      const row = [
        `p50 ${before.p50.toFixed(1)} → ${p50.toFixed(1)} ms`,
        `p95 ${before.p95.toFixed(1)} → ${p95.toFixed(1)} ms`,
        `ratio ${(p95 / before.p95).toFixed(1)}`,
      ]
      process.stdout.write(`  ${name.padEnd(16)} ${row.join('   ')}${failed > 0 ? `   ${failed} FAILED` : ''}\n`)
      if (failed > 0 && addresses === 1) process.exitCode = 1
    }
  }
  process.stdout.write(
    `\nMemory ${memoryBefore} → ${await megabytes()} MB. Goal: p95 during the flood of one address at most ${goal} × the p95 without load: ${worst.toFixed(1)}\n`,
  )
  if (worst > goal) process.exitCode = 1
} finally {
  product.child.kill('SIGTERM')
  await product.exited
  await rm(dataDir, { recursive: true, force: true })
}
