import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import autocannon from 'autocannon'
import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { quantile } from './quantile.ts'

// Measures how much a flood of wrong passwords delays other clients. Times the same calls without load, then during floods of
// 500 attempts per second from one address and from a hundred. Then students sign up and in behind the very address that floods, solving
// challenges, and an attacker solves them too. Only the ratios are comparable between machines.

const seconds = Number(process.argv[2] ?? 8)
const attemptsPerSecond = 500
/** Security goal: the maximum slowdown of other calls during an attack. */
const goal = 2
/** A student behind the flooding address waits at most this long for the server. */
const campusGoalMs = 2000
const account = { name: 'Orang Rumah', email: 'rumah@contoh.id', password: 'ukur-ukuran-9' }
const clientAddress = '203.0.113.10'

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-guessing-'))
// This script acts as the trusted proxy that sets the client address.
const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' })

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']
type Call = { method?: string; path: string; body?: object; token?: string; from?: string; solution?: string }
type Called = { status: number; ms: number; data: { token?: string }; challenge?: Challenge }
async function call({ method = 'GET', path, body, token, from = clientAddress, solution }: Call): Promise<Called> {
  const began = performance.now()
  const response = await fetch(`${product.origin}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(solution ? { 'x-challenge': solution } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, challenge } = (await response.json()) as Pick<Called, 'data' | 'challenge'>
  return { status: response.status, ms: performance.now() - began, data, ...(challenge ? { challenge } : {}) }
}

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

/** As a browser: repeats a call with the solution of its challenge. The server's time and that of solving, apart. */
async function callSolving(wanted: Call): Promise<{ status: number; ms: number; solvingMs: number }> {
  const first = await call(wanted)
  if (!first.challenge) return { status: first.status, ms: first.ms, solvingMs: 0 }
  const began = performance.now()
  const solution = await solveChallenge({ challenge: first.challenge, deriveKey })
  const solvingMs = performance.now() - began
  const second = await call({ ...wanted, solution: Buffer.from(JSON.stringify({ challenge: first.challenge, solution })).toString('base64') })
  return { status: second.status, ms: first.ms + second.ms, solvingMs }
}

/** New students sign up and in, two a second (7,200 an hour), from the address that floods. */
async function measureCampus(from: string): Promise<{ calls: Awaited<ReturnType<typeof callSolving>>[]; failed: number }> {
  const visits: Promise<Awaited<ReturnType<typeof callSolving>>[]>[] = []
  for (let student = 0; student < seconds * 2; student++) {
    const body = { name: 'Mahasiswi Baru', email: `kampus-${from}-${student}@contoh.id`, password: account.password }
    const visit = async () => {
      const signUp = await callSolving({ method: 'POST', path: '/sign-up', body, from })
      return [signUp, await callSolving({ method: 'POST', path: '/sign-in', body, from })]
    }
    visits.push(visit())
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const calls = (await Promise.all(visits)).flat()
  return { calls, failed: calls.filter(({ status }) => status >= 300).length }
}

/** Guesses with a solved challenge each, as fast as one solver can. */
async function guessSolving(from: string): Promise<number> {
  const until = performance.now() + seconds * 1000
  let guesses = 0
  while (performance.now() < until) {
    const body = { email: `tebakan-${guesses}@contoh.id`, password: 'salah-sekali' }
    const { status } = await callSolving({ method: 'POST', path: '/sign-in', body, from })
    if (status === 401) guesses++
  }
  return guesses / seconds
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
    const responses = Object.entries(statusCodeStats).map(([status, { count }]) => `${status}: ${count}`)
    process.stdout.write(
      `\n${Math.round(requests.average)} attempts per second from ${addresses} address${addresses > 1 ? 'es' : ''} (${responses.join(', ')}; p50 ${latency.p50} ms, errors ${errors})\n`,
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
  const campus = '198.51.100.0'
  const attack = flood(1)
  const { calls, failed } = await measureCampus(campus)
  await attack
  const [times, solving] = [calls.map(({ ms }) => ms), calls.map(({ solvingMs }) => solvingMs)]
  const p99 = quantile(times, 0.99)
  process.stdout.write(
    `\n${calls.length / 2} students sign up and in behind the flooding address: ${failed} failed${
      failed
        ? ` (${calls
            .map(({ status }) => status)
            .filter((status) => status >= 300)
            .join(' ')})`
        : ''
    }; p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
      `and ${quantile(solving, 0.5).toFixed(0)} ms (at most ${Math.max(...solving).toFixed(0)} ms) for puzzles on this busy machine\n`,
  )
  if (failed > 0 || p99 > campusGoalMs) process.exitCode = 1
  process.stdout.write(`Guesses that get through from that address: ${(await guessSolving(campus)).toFixed(2)} a second for one solver\n`)
  process.stdout.write(
    `\nMemory ${memoryBefore} → ${await megabytes()} MB. Goal: p95 during the flood of one address at most ${goal} × the p95 without load: ${worst.toFixed(1)}\n`,
  )
  if (worst > goal) process.exitCode = 1
} finally {
  product.child.kill('SIGTERM')
  await product.exited
  await rm(dataDir, { recursive: true, force: true })
}
