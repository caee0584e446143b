import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patterns } from '#contract/kit/paths.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'

// A process that is configured like a real installation: built, real payments, no demo, a public HTTPS URL behind a proxy.

const serverKey = 'Mid-server-rahasia-pabrik'
const smtpPassword = 'sandi-surat-rahasia'

let folder: string
let product: ProductProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-production-'))
  product = await startProduct({
    DATA_DIR: folder,
    DEMO: 'off',
    PUBLIC_URL: 'https://kursus.contoh.id',
    TRUSTED_PROXY_HOPS: '1',
    MIDTRANS_SERVER_KEY: serverKey,
    MIDTRANS_CLIENT_KEY: 'Mid-client-umum',
    SMTP_URL: `smtp://kursus:${smtpPassword}@127.0.0.1:9`,
  })
  await untilReady(product)
}, 180_000)
afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.exited
  await rm(folder, { recursive: true, force: true })
})

type Sending = { path: string; method?: string; body?: object; client?: string }
/** Sends a request exactly as written: no part of the path is normalized. */
async function send({ path, method = 'GET', body, client = '203.0.113.1' }: Sending) {
  const headers = { 'x-forwarded-for': client, ...(body ? { 'content-type': 'application/json' } : {}) }
  const sent = httpRequest({ port: product.port, host: '127.0.0.1', path, method, headers })
  sent.end(body && JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}
const signIn = (email: string, password: string, client = '203.0.113.1') =>
  send({ path: '/api/sign-in', method: 'POST', body: { email, password }, client })

const pages = Object.values(patterns).map((pattern) => pattern.replaceAll(/:\w+/g, 'x'))
const api = ['/api/site', '/api/courses', '/api/health', '/api/ready', '/api/openapi.json', '/api/me', '/api/tidak-ada']
const files = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/sw.js', '/favicon.svg', '/cover/web/x.svg']

test.each(['siswa@demo.id', 'pengajar@demo.id', 'admin@demo.id', 'admin@admin.com', 'admin'])(
  'no default account: %s cannot sign in',
  async (email) => {
    for (const [index, password] of ['belajar123', 'admin', 'password', '123456'].entries()) {
      expect([401, 422]).toContain((await signIn(email, password, `203.0.113.${10 + index}`)).status)
    }
  },
)

test.each([
  '/sandbox/payment/snap/snap.js',
  '/sandbox/payment/snap/v1/transactions',
  '/sandbox/payment/_sim/chaos',
  '/sandbox/payment/_sim',
  '/sandbox/google/gsi/client',
  '/sandbox/google/certs',
])('the simulated parties do not exist: %s returns 404 or 405', async (path) => {
  expect((await send({ path })).status).toBe(404)
  expect([404, 405]).toContain((await send({ path, method: 'POST', body: {} })).status)
})

const below = [
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/package-lock.json',
  '/node_modules/react/package.json',
  '/src/server/process/main.ts',
]
const built = [
  '/dist/renderer/entry-server.js',
  '/renderer/entry-server.js',
  '/built-from',
  '/.vite/manifest.json',
  '/index.html',
  '/.data/database/PG_VERSION',
  '/outbox',
]
const detours = [
  '',
  '/assets/..',
  '/assets/../..',
  '/assets/%2e%2e',
  '/assets/..%2f..',
  '/..',
  '/%2e%2e/%2e%2e',
  '/uploads/..%2f..',
  '//..',
  '/assets/....//..',
]

test.each([...below, ...built])('no file that is not meant for browsers is sent: %s', async (path) => {
  for (const detour of detours) {
    const { status, headers } = await send({ path: detour + path })
    expect([301, 404], detour + path).toContain(status)
    if (status === 301) expect((await send({ path: String(headers.location) })).status).toBe(404)
  }
})

test('no response and no file for browsers contains a secret, a path of the server, a source map, or names the server software', async () => {
  const responses = [...pages, ...api, ...files].map((path) => send({ path }))
  for (const { headers, text } of await Promise.all(responses)) {
    for (const secret of [serverKey, smtpPassword, folder, process.cwd()])
      expect(JSON.stringify(headers) + text).not.toContain(secret)
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined])
  }
  const web = join(import.meta.dirname, '../../../dist/web')
  const names = (await readdir(web, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(js|css|map)$/.test(entry.name),
  )
  expect(names.length).toBeGreaterThan(20)
  for (const { parentPath, name } of names) {
    const content = await readFile(join(parentPath, name), 'utf8')
    expect(name.endsWith('.map') || content.includes('sourceMappingURL')).toBe(false)
    expect(
      content.includes(process.cwd()) || content.includes('process.env') || content.includes('#server/'),
      name,
    ).toBe(false)
  }
})

test.each([...pages, ...api, ...files])('%s makes browsers use HTTPS for at least a year', async (path) => {
  const { headers } = await send({ path })
  expect(Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1])).toBeGreaterThanOrEqual(
    31_536_000,
  )
})

test.each(pages)(
  '%s has a policy without plug-ins, foreign bases, foreign frames around it, inline scripts or eval',
  async (path) => {
    const { status, headers, text } = await send({ path })
    if (status === 301 || status === 302) return expect(text).toBe('')
    const policy = String(headers['content-security-policy'])
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy.split('; ')).toContain(directive)
    }
    expect(policy).toContain('upgrade-insecure-requests')
    expect(policy).not.toMatch(/unsafe-|\*|script-src[^;]*(data:|http:)/)
  },
)

describe('signing in', () => {
  test('takes as long for an unknown address as for a wrong password, so that it does not reveal accounts', async () => {
    const known = ['satu@contoh.id', 'dua@contoh.id', 'tiga@contoh.id']
    for (const email of known) {
      const signUp = { name: 'Sari Dewi', email, password: 'teh-melati-9' }
      expect((await send({ path: '/api/sign-up', method: 'POST', body: signUp })).status).toBe(201)
    }
    const millisecondsOf = async (email: string) => {
      const began = performance.now()
      expect((await signIn(email, 'salah-sekali', '203.0.113.50')).status).toBe(401)
      return performance.now() - began
    }
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    // Below the limits per account and per IP address.
    for (let round = 0; round < 3; round++) {
      for (const [index, email] of known.entries()) {
        times.known.push(await millisecondsOf(email))
        times.unknown.push(await millisecondsOf(`tidak-ada-${index}@contoh.id`))
      }
    }
    // The shortest times, because other processes only make calls longer, and wide limits for the same reason: without a hash for an
    // unknown address the ratio is about a tenth. `password.test.ts` compares the work itself.
    const ratio = Math.min(...times.unknown) / Math.min(...times.known)
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })
})
