import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { HostileRequest } from '#testing/attack/hostile-request.ts'
import type { OpenApi } from '#testing/attack/operations.ts'
import { runAttack, type Attacker } from '#testing/attack/run-attack.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'

// Sends generated hostile requests to a product of its own, over HTTP on loopback, signed in as each kind of person. Exits with 1
// when a response is a 5xx other than 503, takes longer than ten seconds, or contains private data of another student.
//   npm run attack -- --requests 100000 --seed 1

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } })
const answerWithinMs = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-attack-'))
// Each request comes from an IP address of its own, so that the limits per client do not end the attack.
const product = await startProduct({ DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: '1' })
await untilReady(product)

function send({ method, path, headers, body }: HostileRequest, client: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const safeHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?')]))
    const sent = httpRequest(
      {
        agent,
        host: '127.0.0.1',
        port: product.port,
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

async function call(method: string, path: string, body?: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const { status, text } = await send({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) }, '203.0.113.7')
  if (status >= 400) throw new Error(`${method} ${path} returned ${status}: ${text}`)
  return (JSON.parse(text) as { data: never }).data as never
}
const signIn = (email: string) => async () => ((await call('POST', '/sign-in', { email, password: 'belajar123' })) as { token: string }).token

try {
  const victim = { name: 'Korban Rahasia', email: 'korban-rahasia@contoh.id', password: 'belajar123' }
  const { _id: victimId } = (await call('POST', '/sign-up', victim)) as { _id: string }
  const token = await signIn(victim.email)()
  const secrets = [victim.email, 'ringkasan-rahasia-korban']
  await call('PUT', '/me/resume', { headline: secrets[1], about: 'Ada', links: [] }, token)
  const courses = (await call('GET', '/courses?limit=20')) as { _id: string }[]
  const ebooks = (await call('GET', '/ebooks?limit=20')) as { _id: string }[]
  const attackers: Attacker[] = [
    { name: 'signed out', signIn: null },
    { name: 'student', signIn: signIn('siswa@demo.id') },
    { name: 'instructor', signIn: signIn('pengajar@demo.id') },
    { name: 'admin', signIn: signIn('admin@demo.id') },
  ]
  const { text } = await send({ method: 'GET', path: '/openapi.json', headers: {}, body: null }, '203.0.113.7')
  const began = performance.now()
  const report = await runAttack({
    openApi: JSON.parse(text) as OpenApi,
    attackers,
    ids: [victimId, ...courses.map(({ _id }) => _id), ...ebooks.map(({ _id }) => _id)],
    secrets,
    mayReadSecrets: ['admin'],
    requests: Number(values.requests),
    seed: Number(values.seed),
    atOnce: 8,
    send,
  })
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`${JSON.stringify({ ...report, seconds: Math.round(seconds), perSecond: Math.round(report.requests / seconds) }, null, 2)}\n`)
  process.exitCode = report.findings.length === 0 ? 0 : 1
} finally {
  agent.destroy()
  product.child.kill('SIGTERM')
  await product.exited
  await rm(dataDir, { recursive: true, force: true })
}
