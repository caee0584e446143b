import { setTimeout as pause } from 'node:timers/promises'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type autocannon from 'autocannon'
import { describeStatuses, loadEach } from './support/load.ts'
import { print, quantile, report } from './support/measure.ts'
import { readMemory, runProduct } from './support/resources.ts'

// Times the same calls without load, then during floods of 500 wrong passwords a second from one address and from a hundred. Then students
// sign up and in behind the very address that floods, solving challenges, and an attacker solves them too. Only the ratios are comparable
// between machines.

const attemptsPerSecond = 500
/** The maximum slowdown of other calls during a flood. */
const goal = 2
/** A student behind the flooding address waits at most this long for the server. */
const campusGoalMs = 2000
const account = { name: 'Orang Rumah', email: 'rumah@contoh.id', password: 'ukur-ukuran-9' }
const { name: _, ...credentials } = account
const clientAddress = '203.0.113.10'
const campusAddress = '198.51.100.0'

export async function run({ seconds }: { seconds: number }): Promise<void> {
  // This scenario acts as the trusted proxy that sets the client address.
  await using product = await runProduct({ DEMO: 'off', TRUSTED_PROXY_HOPS: '1' })
  const { origin } = product
  await call(origin, { path: '/sign-up', body: account })
  await measureOtherClient(origin, seconds)
  const unloaded = await measureOtherClient(origin, seconds)
  const memoryBefore = await readMemory(product)
  for (const addresses of [1, 100]) await measureFlood(origin, { addresses, seconds, unloaded })
  await measureCampus(origin, seconds)
  const guesses = await guessSolving(origin, seconds)
  print(`guesses that get through from that address: ${guesses.toFixed(2)} a second for one solver`)
  print(`memory ${memoryBefore.now} → ${(await readMemory(product)).now} MB`)
}

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']
/** `device` is the cookie of a browser that signed in before. */
type Call = { path: string; body?: object; token?: string; from?: string; solution?: string; device?: string }
type Called = { status: number; ms: number; data?: { token?: string }; challenge?: Challenge; device?: string }

/** Unlike the helper of other scenarios: from any address, with a solution, and timed. A call with a body is a POST. */
async function call(
  origin: string,
  { path, body, token, from = clientAddress, solution, device }: Call,
): Promise<Called> {
  const began = performance.now()
  const response = await fetch(`${origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': from,
      ...(solution ? { 'x-challenge': solution } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(device ? { cookie: device } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, challenge } = (await response.json()) as Pick<Called, 'data' | 'challenge'>
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return {
    status: response.status,
    ms: performance.now() - began,
    ...(set.length > 0 ? { device: set.join('; ') } : {}),
    ...(data ? { data } : {}),
    ...(challenge ? { challenge } : {}),
  }
}

type Figures = Record<string, { p50: number; p95: number; failed: number }>

/** Another client: lists courses, loads its account, and signs in. */
async function measureOtherClient(origin: string, seconds: number): Promise<Figures> {
  // A sign-in beyond the session limit ends the oldest session, so the calls use the newest token.
  const first = await call(origin, { path: '/sign-in', body: credentials })
  let token = first.data?.token ?? ''
  const device = first.device ?? ''
  const calls: Record<string, () => Call> = {
    'GET /courses': () => ({ path: '/courses' }),
    'GET /me': () => ({ path: '/me', token }),
    'POST /sign-in, new browser': () => ({ path: '/sign-in', body: credentials }),
    'POST /sign-in, known browser': () => ({ path: '/sign-in', body: credentials, device }),
  }
  const until = performance.now() + seconds * 1000
  const measured = Object.entries(calls).map(async ([name, next]) => {
    const times: number[] = []
    let failed = 0
    while (performance.now() < until) {
      const { status, ms, data } = await call(origin, next())
      token = data?.token ?? token
      times.push(ms)
      if (status !== 200) failed++
      await pause(50)
    }
    return [name, { p50: quantile(times, 0.5), p95: quantile(times, 0.95), failed }] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

/** Sends wrong passwords for non-existing accounts at a fixed rate from a number of addresses. */
function flood(origin: string, addresses: number, seconds: number): Promise<autocannon.Result> {
  let attempts = 0
  const next = (): autocannon.Request => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${attempts++ % addresses}` },
    body: JSON.stringify({ email: `korban${attempts}@contoh.id`, password: 'salah-sekali' }),
  })
  return loadEach(`${origin}/api/sign-in`, next, {
    connections: 100,
    overallRate: attemptsPerSecond,
    duration: seconds + 1,
  })
}

type Flood = { addresses: number; seconds: number; unloaded: Figures }

async function measureFlood(origin: string, { addresses, seconds, unloaded }: Flood): Promise<void> {
  const attack = flood(origin, addresses, seconds)
  await pause(500)
  const during = await measureOtherClient(origin, seconds)
  const result = await attack
  const rate = `${Math.round(result.requests.average)} attempts a second from ${addresses} address${addresses > 1 ? 'es' : ''}`
  print(`${rate} (${describeStatuses(result)}; p50 ${result.latency.p50} ms, errors ${result.errors})`)
  for (const [name, { p50, p95, failed }] of Object.entries(during)) {
    const before = unloaded[name] ?? { p50: 1, p95: 1 }
    const ratio = p95 / before.p95
    const times = `p50 ${before.p50.toFixed(1)} → ${p50.toFixed(1)} ms   p95 ${before.p95.toFixed(1)} → ${p95.toFixed(1)} ms`
    const line = `${name.padEnd(28)} ${times}   ratio ${ratio.toFixed(1)}, ${failed} failed`
    if (addresses === 1) report(failed === 0 && ratio <= goal, `${line} (goal: ratio ≤ ${goal})`)
    else print(line)
  }
}

type Solved = { status: number; ms: number; solvingMs: number }

/** As a browser: repeats a call with the solution of its challenge. The server's time and that of solving, apart. */
async function callSolving(origin: string, wanted: Call): Promise<Solved> {
  const { status, ms, challenge } = await call(origin, wanted)
  if (!challenge) return { status, ms, solvingMs: 0 }
  const began = performance.now()
  const solution = await solveChallenge({ challenge, deriveKey })
  const solvingMs = performance.now() - began
  const second = await call(origin, {
    ...wanted,
    solution: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
  })
  return { status: second.status, ms: ms + second.ms, solvingMs }
}

/** New students sign up and in, two a second (7,200 an hour), from the address that floods. */
async function measureCampus(origin: string, seconds: number): Promise<void> {
  const attack = flood(origin, 1, seconds)
  const visits: Promise<Solved[]>[] = []
  for (let student = 0; student < seconds * 2; student++) {
    const body = { name: 'Mahasiswi Baru', email: `kampus-${student}@contoh.id`, password: account.password }
    const visit = async () => {
      const signUp = await callSolving(origin, { path: '/sign-up', body, from: campusAddress })
      return [signUp, await callSolving(origin, { path: '/sign-in', body, from: campusAddress })]
    }
    visits.push(visit())
    await pause(500)
  }
  const calls = (await Promise.all(visits)).flat()
  await attack
  const failed = calls.map(({ status }) => status).filter((status) => status >= 300)
  const [times, solving] = [calls.map(({ ms }) => ms), calls.map(({ solvingMs }) => solvingMs)]
  const p99 = quantile(times, 0.99)
  const outcome = `${failed.length} failed${failed.length > 0 ? ` (${failed.join(' ')})` : ''}; p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
  const puzzles = `${quantile(solving, 0.5).toFixed(0)} ms (at most ${Math.max(...solving).toFixed(0)} ms) for puzzles on this busy machine`
  report(
    failed.length === 0 && p99 <= campusGoalMs,
    `${visits.length} students sign up and in behind the flooding address: ${outcome}, and ${puzzles}`,
  )
}

/** Guesses a second with a solved challenge each, as fast as one solver can. */
async function guessSolving(origin: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let guesses = 0
  while (performance.now() < until) {
    const body = { email: `tebakan-${guesses}@contoh.id`, password: 'salah-sekali' }
    const { status } = await callSolving(origin, { path: '/sign-in', body, from: campusAddress })
    if (status === 401) guesses++
  }
  return guesses / seconds
}
