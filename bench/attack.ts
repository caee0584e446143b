import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import type { HostileRequest } from '#testing/chaos/hostile-request.ts'
import type { OpenApi } from '#testing/chaos/operations.ts'
import { runAttack, type Attacker } from '#testing/chaos/run-attack.ts'
import { print, quantile, report } from './support/measure.ts'
import { sendMixed } from './support/mixed-requests.ts'
import { findTarget, pressures } from './support/pressure.ts'
import type { Probed } from './support/probe-health.ts'
import { reportedAttacks } from './support/reported-attacks.ts'
import { call, readMemory, runProduct, signIn } from './support/resources.ts'

// Requests are sent over HTTP on loopback. Bad are a response of 5xx other than 503, one that takes longer than ten seconds, and one that
// contains private data of another student; and, while anything of this goes on, a p99.9 of `/api/health` above a quarter of a second, or one above half a second,
// and memory that grows by more than 256 MB.

const answerWithinMs = 10_000
const freezeMs = 250
const longestMs = 500
const growthMb = 256
const warmingRequests = 3_000
const probedEveryMs = 20
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

export async function run({ requests, seed }: { requests: number; seed: number }): Promise<void> {
  await press()
  await sendHostile(requests, seed)
  agent.destroy()
}

/** The allocator is part of what is measured: as the service sets it. */
function readAllocator(): Record<string, string> {
  const service = readFileSync(new URL('../deploy/cendaki.service', import.meta.url), 'utf8')
  return Object.fromEntries(
    [...service.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

// Each request comes from an IP address of its own, so that the limits per client do not end the attack.
const runTarget = () => runProduct({ TRUSTED_PROXY_HOPS: '1', ...readAllocator() })

async function press(): Promise<void> {
  await using product = await runTarget()
  const { origin, port } = product
  // Against a process that has loaded all of its code and served a normal day, which takes as much as the attacks.
  await sendMixed(origin, warmingRequests)
  // Afterwards: so many sign-ins of the same accounts end their oldest sessions.
  const accounts = {
    student: await signIn(origin, 'siswa@demo.id'),
    instructor: await signIn(origin, 'pengajar@demo.id'),
    admin: await signIn(origin, 'admin@demo.id'),
  }
  const target = await findTarget({ origin, port, ...accounts })
  const before = await readMemory(product)
  for (const pressure of [...reportedAttacks, ...pressures]) {
    const during = await startProbe(port)
    const statuses = Object.entries(await pressure.run(target))
    const failed = statuses.filter(([status]) => status !== '503' && Number(status) >= 500)
    const counts = statuses.map(([status, count]) => `${count} × ${status}`).join(', ')
    report(failed.length === 0, `${pressure.name}: ${counts}`)
    // A refused attack presses nothing.
    for (const token of Object.values(accounts)) await call(origin, '/me', { token })
    await during.report('meanwhile')
    const { now } = await readMemory(product)
    print(`memory of the process: ${now} MB, ${now - before.now} MB more than before the first`)
  }
  const { peak } = await readMemory(product)
  report(peak - before.now <= growthMb, `memory: ${before.now} MB before, ${peak} MB at most`)
}

/** To a product of its own: exports of the long courses of before would take all the time. */
async function sendHostile(requests: number, seed: number): Promise<void> {
  await using product = await runTarget()
  const { origin } = product
  const victim = { name: 'Korban Rahasia', email: 'korban-rahasia@contoh.id', password: 'belajar123' }
  const { _id: victimId } = await call<{ _id: string }>(origin, '/sign-up', { method: 'POST', body: victim })
  const token = await signIn(origin, victim.email)
  const secrets = [victim.email, 'ringkasan-rahasia-korban']
  await call(origin, '/me/resume', { method: 'PUT', token, body: { headline: secrets[1], about: 'Ada', links: [] } })
  const courses = await call<{ _id: string }[]>(origin, '/courses?limit=20')
  const ebooks = await call<{ _id: string }[]>(origin, '/ebooks?limit=20')
  const attackers: Attacker[] = [
    { name: 'signed out', signIn: null },
    { name: 'student', signIn: () => signIn(origin, 'siswa@demo.id') },
    { name: 'instructor', signIn: () => signIn(origin, 'pengajar@demo.id') },
    { name: 'admin', signIn: () => signIn(origin, 'admin@demo.id') },
  ]
  const openApi = (await (await fetch(`${origin}/api/openapi.json`)).json()) as OpenApi
  const probe = await startProbe(product.port)
  const began = performance.now()
  const outcome = await runAttack({
    openApi,
    attackers,
    ids: [victimId, ...courses.map(({ _id }) => _id), ...ebooks.map(({ _id }) => _id)],
    secrets,
    mayReadSecrets: ['admin'],
    requests,
    seed,
    atOnce: 8,
    send: (request, client) => send(product.port, request, client),
  })
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(
    `${JSON.stringify({ ...outcome, seconds: Math.round(seconds), perSecond: Math.round(outcome.requests / seconds) }, null, 2)}\n`,
  )
  report(outcome.findings.length === 0, `${outcome.findings.length} findings`)
  await probe.report('hostile requests')
  const { now, peak } = await readMemory(product)
  print(`memory of the process: ${now} MB, ${peak} MB at most`)
}

async function startProbe(port: number) {
  const probe = fork(
    new URL('./support/probe-health.ts', import.meta.url),
    [port, probedEveryMs, answerWithinMs].map(String),
  )
  await once(probe, 'message')
  const probed = once(probe, 'message') as Promise<[Probed]>
  return {
    async report(what: string) {
      probe.send('over')
      const [{ samples, statuses }] = await probed
      const [p50, p999, most] = [quantile(samples, 0.5), quantile(samples, 0.999), Math.max(...samples)]
      const isHealthy = statuses.every((status) => status === 200)
      report(
        isHealthy && p999 <= freezeMs && most <= longestMs,
        `${what}: health ${statuses.join('/')}, ${samples.length} times, p50 ${p50.toFixed(1)} ms, p99.9 ${p999.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
      )
    },
  }
}

function send(
  port: number,
  { method, path, headers, body }: HostileRequest,
  client: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const safeHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?')]),
    )
    const sent = httpRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: `/api${path}`.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
        headers: {
          'x-forwarded-for': client,
          ...safeHeaders,
          ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        timeout: answerWithinMs,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        response.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${answerWithinMs} ms`)))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
