import { Agent, request as httpRequest } from 'node:http'
import type { HostileRequest } from '#testing/attack/hostile-request.ts'
import type { OpenApi } from '#testing/attack/operations.ts'
import { runAttack, type Attacker } from '#testing/attack/run-attack.ts'
import { report } from './support/measure.ts'
import { call, runProduct, signIn } from './support/resources.ts'

// Requests are sent over HTTP on loopback. Bad are a response of 5xx other than 503, one that takes longer than ten seconds, and one that
// contains private data of another student.

const answerWithinMs = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

export async function run({ requests, seed }: { requests: number; seed: number }): Promise<void> {
  // Each request comes from an IP address of its own, so that the limits per client do not end the attack.
  await using product = await runProduct({ TRUSTED_PROXY_HOPS: '1' })
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
  process.stdout.write(`${JSON.stringify({ ...outcome, seconds: Math.round(seconds), perSecond: Math.round(outcome.requests / seconds) }, null, 2)}\n`)
  report(outcome.findings.length === 0, `${outcome.findings.length} findings`)
  agent.destroy()
}

function send(port: number, { method, path, headers, body }: HostileRequest, client: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const safeHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?')]))
    const sent = httpRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: `/api${path}`.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
        headers: { 'x-forwarded-for': client, ...safeHeaders, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
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
