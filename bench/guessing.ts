import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startProduct, untilReady } from '../src/testing/product-process.ts'

// Does somebody who floods the sign-in with wrong passwords keep others waiting? The same calls are timed in quiet, then during
// floods of 500 guesses a second from one address and from a hundred. Machines are noisy: only the ratios mean something.

const seconds = Number(process.argv[2] ?? 8)
const guessesPerSecond = 500
/** Security goal: under attack other calls take at most this many times as long. */
const goal = 2
const account = { name: 'Orang Rumah', email: 'rumah@contoh.id', password: 'ukur-ukuran-9' }
const home = '203.0.113.10'

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-guessing-'))
// The address that attempts are counted for is what the last proxy wrote: here, this script.
const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' })

type Call = { method?: string; path: string; body?: object; token?: string }
async function call({ method = 'GET', path, body, token }: Call): Promise<{ status: number; ms: number; data: { token?: string } }> {
  const began = performance.now()
  const answer = await fetch(`${product.origin}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': home,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data } = (await answer.json()) as { data: { token?: string } }
  return { status: answer.status, ms: performance.now() - began, data }
}

const quantile = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

// The oldest of many sessions ends by itself: the newest token is the one to go on with.
let token = ''

/** What somebody else does meanwhile: looks at the catalogue, at their own account, and signs in. */
async function live(): Promise<Record<string, { p50: number; p95: number; failed: number }>> {
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

/** Wrong passwords for made-up accounts, as fast as wanted, from so many addresses. */
function flood(addresses: number): Promise<autocannon.Result> {
  let guesses = 0
  return autocannon({
    url: `${product.origin}/api/sign-in`,
    connections: 100,
    overallRate: guessesPerSecond,
    duration: seconds + 1,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${guesses++ % addresses}` },
          body: JSON.stringify({ email: `korban${guesses}@contoh.id`, password: 'salah-sekali' }),
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
  await live()
  const quiet = await live()
  const memoryBefore = await megabytes()
  let worst = 0
  for (const addresses of [1, 100]) {
    const attack = flood(addresses)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const during = await live()
    const { statusCodeStats = {}, requests, latency, errors } = await attack
    const answers = Object.entries(statusCodeStats).map(([status, { count }]) => `${status}: ${count}`)
    process.stdout.write(
      `\n${Math.round(requests.average)} guesses a second from ${addresses} address${addresses > 1 ? 'es' : ''} (${answers.join(', ')}; p50 ${latency.p50} ms, errors ${errors})\n`,
    )
    for (const [name, { p50, p95, failed }] of Object.entries(during)) {
      const before = quiet[name] ?? { p50: 1, p95: 1 }
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
    `\nMemory ${memoryBefore} → ${await megabytes()} MB. Goal: p95 under one address’s flood at most ${goal} × the quiet one: ${worst.toFixed(1)}\n`,
  )
  if (worst > goal) process.exitCode = 1
} finally {
  product.child.kill('SIGTERM')
  await product.exited
  await rm(dataDir, { recursive: true, force: true })
}
