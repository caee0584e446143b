import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { patterns } from '#contract/kit/paths.ts'
import { createRouteTable } from '#server/platform/http/route-table.ts'
import { copyDemo } from '#testing/processes/installation.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'

// A visitor tries to change what other visitors get from a cache (cache poisoning), or to read what it stored of others (cache
// deception): the cache of the product, or one in front of it. The pages and calls come from the route patterns and the contract.

const foreign = 'jahat.example'
const { routes } = createRouteTable(contract)
const getRoutes = routes.filter(({ method }) => method === 'GET')

let folder: string
let product: ProductProcess
let tokens: Record<'student' | 'admin', string>
/** Values for the parameters of URLs: those of public things that exist. */
let parameters: Record<string, Record<string, string>>
/** The response to an ordinary visitor, by URL. */
let clean: Map<string, Received>

type Sending = { path: string; method?: string; headers?: Record<string, string>; body?: string }
type Received = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** Sends a request exactly as written: no part of the path is normalized. */
async function send({ path, method = 'GET', headers = {}, body }: Sending): Promise<Received> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = httpRequest({
    port: product.port,
    host: '127.0.0.1',
    path,
    method,
    headers: { host: `127.0.0.1:${product.port}`, ...length, ...headers },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** Without the headers that differ from one response to the next. */
const comparable = ({
  status,
  headers: { date: _date, connection: _connection, 'keep-alive': _keepAlive, 'x-request-id': _id, ...headers },
  body,
}: Received) => ({
  status,
  headers,
  body: body.toString(),
})
const json = async (sending: Sending) => JSON.parse((await send(sending)).body.toString())
const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

async function startAgain() {
  if (product) {
    product.child.kill('SIGTERM')
    await product.exited
  }
  // The port is part of the public URL, which pages contain.
  product = await startProduct({ DATA_DIR: folder, ...(product ? { PORT: String(product.port) } : {}) })
  await untilReady(product)
}

const fill = (pattern: string, values: Record<string, string>) =>
  pattern.replaceAll(
    /\{(\w+)\}|:(\w+)/g,
    (_, braced: string, colon: string) => values[braced ?? colon] ?? '00000000-0000-7000-8000-000000000000',
  )
const firstPart = (path: string) => /^\/[^/]+/.exec(path)?.[0] ?? ''

// Private pages are one document for every URL; a few of them represent all.
const isPrivate = (path: string) =>
  /^\/(admin|student)\//.test(path) && !['/student/settings', '/student/sign-in', '/admin/sign-in'].includes(path)
const pagePaths = Object.values(patterns).filter((path) => !isPrivate(path))
const pagePath = (pattern: string) => fill(pattern, parameters[firstPart(pattern)] ?? {})
const apiPath = (path: string) => `/api${fill(path, parameters[firstPart(path)] ?? {})}`
const cachedCalls = getRoutes.filter(({ meta }) => meta.cached)
const unknown = '/tidak-ada'
const files = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-tips.xml',
  '/manifest.webmanifest',
  '/api/openapi.json',
  '/cover/web/x.svg',
  '/sw.js',
  '/favicon.svg',
  unknown,
]
const sharingImage = () => fill('/sharing/tips/:slug.png', parameters['/tips'] ?? {})
const urls = () => [
  ...pagePaths.map(pagePath),
  ...cachedCalls.map(({ path }) => apiPath(path)),
  ...files,
  sharingImage(),
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-poisoning-'))
  await copyDemo(folder)
  await startAgain()
  const signIn = async (email: string) => {
    const headers = { 'content-type': 'application/json' }
    return (
      await json({
        path: '/api/sign-in',
        method: 'POST',
        headers,
        body: JSON.stringify({ email, password: 'belajar123' }),
      })
    ).data.token as string
  }
  tokens = { student: await signIn('siswa@demo.id'), admin: await signIn('admin@demo.id') }
  const firstOf = async (path: string, headers = {}) => (await json({ path, headers })).data[0]
  const [course, ebook, tip] = [await firstOf('/api/courses'), await firstOf('/api/ebooks'), await firstOf('/api/tips')]
  const certificate = await firstOf('/api/admin/certificates', authorized(tokens.admin))
  const courseIds = { courseId: course._id, id: course._id, keyword: 'react' }
  const bundle = await firstOf('/api/bundles')
  const learningPath = await firstOf('/api/paths')
  parameters = {
    '/kelas': courseIds,
    '/courses': courseIds,
    '/e-book': { ebookId: ebook._id },
    '/ebook': { id: ebook._id },
    '/tips': { slug: tip.slug },
    '/paket': { slug: bundle.slug },
    '/jalur': { slug: learningPath.slug },
    '/paths': { slug: learningPath.slug },
    '/bundles': { id: bundle._id },
    '/certificate': { certificateId: certificate._id },
    '/certificates': { id: certificate._id },
    '/pengajar': { slug: course.instructor.slug },
    '/instructors': { slug: course.instructor.slug },
    '/legal': { page: 'terms' },
  }
  clean = new Map()
  for (const path of urls()) clean.set(path, await send({ path }))
}, 240_000)
afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.exited
  await rm(folder, { recursive: true, force: true })
})

const hostileHeaders: Record<string, string>[] = [
  { host: foreign },
  {
    'x-forwarded-host': foreign,
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '444',
    'x-forwarded-prefix': '/jahat',
    'x-forwarded-server': foreign,
  },
  { 'x-forwarded-scheme': 'nothttps', 'x-forwarded-ssl': 'on', 'front-end-https': 'on' },
  { forwarded: `host=${foreign};proto=https;for=203.0.113.9`, 'x-host': foreign, 'x-original-host': foreign },
  {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'true-client-ip': '203.0.113.9',
    referer: `https://${foreign}/`,
  },
  { 'x-original-url': '/no-access', 'x-rewrite-url': '/no-access', 'x-original-uri': '/no-access' },
  { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'POST' },
  { cookie: `session=${foreign}; theme=${foreign}; __proto__=x` },
  {
    'accept-language': 'en-GB,ar;q=0.9',
    accept: 'application/json',
    'user-agent': `<script>${foreign}</script>`,
    'save-data': 'on',
  },
  { origin: `https://${foreign}`, 'sec-fetch-site': 'cross-site', 'access-control-request-method': 'PUT' },
  { 'cache-control': 'no-cache, no-store, max-age=0', pragma: 'no-cache' },
  {
    'x-request-id': 'id-of-another',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'x-challenge': 'x',
  },
]
const sessions = () => [
  authorized(tokens.admin),
  authorized(tokens.student),
  { authorization: `Bearer ${'x'.repeat(40)}` },
  { authorization: 'Basic YTpi' },
]

/** Each list begins with the request that fills the cache. */
const sameUrl: Record<string, (path: string) => Sending[]> = {
  'headers about host, URL, method, language, cookies and session': (path) => [
    { path, headers: Object.assign({}, ...hostileHeaders, authorized(tokens.admin)) as Record<string, string> },
    ...[...hostileHeaders, ...sessions()].map((headers) => ({ path, headers })),
    { path: `http://${foreign}${path}` },
  ],
  'a body, a condition, a range, an encoding or HEAD': (path) => [
    { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ q: foreign, page: 2 }) },
    { path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `q=${foreign}&page=2` },
    { path, headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'x'.repeat(10_000) },
    { path, method: 'HEAD' },
    { path, headers: { 'if-none-match': '*' } },
    {
      path,
      headers: {
        'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT',
        'if-match': '"x"',
        'if-unmodified-since': 'Fri, 01 Jan 1999 00:00:00 GMT',
      },
    },
    { path, headers: { range: 'bytes=0-3', 'if-range': '"x"' } },
    ...['br', 'gzip', 'identity;q=0, *;q=0'].map((encoding) => ({ path, headers: { 'accept-encoding': encoding } })),
  ],
}

const unknownParameters = [
  'utm_source=jahat',
  'utm_campaign[]=jahat&fbclid=1',
  '__proto__=jahat',
  'lang=en',
  '%00=%00',
  '%',
  '?',
  '&&=',
]
const knownParameters = ['q=jahat&q=lain', 'page=2&page=3', 'category=jahat&category=lain', 'bagian=jahat']
const spellings = (path: string) => [
  ...['/', '/.', '/x/..', '/x/%2e%2e', '/%2e%2e', '\\'].map((before) => before + path),
  ...[
    '/',
    '//',
    '/.',
    '/x/..',
    '/%2e%2e/',
    '/..%2f..%2fx.css',
    '%2fx.css',
    '/x.css',
    '.css',
    ';x.css',
    ';jsessionid=1',
    '.',
    '%20',
    '%0a',
    '%23x.js',
    '%3fx.js',
    '#x.js',
  ].map((after) => path + after),
  path.toUpperCase(),
  path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
]

async function expectCleanResponses() {
  for (const [path, response] of clean) {
    expect(comparable(await send({ path })), path).toEqual(comparable(response))
    // Once more, now from the cache.
    expect(comparable(await send({ path })), path).toEqual(comparable(response))
  }
}

test('every page, call and file that is tested here exists', () => {
  // A new public page with a parameter needs a value in `parameters`.
  expect([...clean].filter(([path, { status }]) => status === 404 && path !== unknown).map(([path]) => path)).toEqual(
    [],
  )
})

test('a visitor gets the same bytes from the cache as the first one', expectCleanResponses)

describe('a visitor gets the same bytes after another one filled the cache with', { timeout: 240_000 }, () => {
  test.each(Object.entries(sameUrl))('%s, and so did that one', async (_, listRequests) => {
    await startAgain()
    for (const [path, expected] of clean) {
      for (const sending of listRequests(path)) {
        const response = await send(sending)
        const name = `${sending.method ?? 'GET'} ${sending.path} ${JSON.stringify(sending.headers)}`
        expect(response.status, name).toBeLessThan(500)
        expect(`${response.headers.location} ${response.body}`, name).not.toContain(foreign)
        const isComparable =
          response.status === expected.status && sending.method !== 'HEAD' && !response.headers['content-encoding']
        if (isComparable) expect(comparable(response), name).toEqual(comparable(expected))
        else expect([200, 304, 400, 405, expected.status], name).toContain(response.status)
      }
    }
    await expectCleanResponses()
  })

  test('other parameters and other spellings of the URL', async () => {
    await startAgain()
    // Pages of one private pattern share a document.
    for (const pattern of pagePaths)
      expect((await send({ path: pattern.replaceAll(/:\w+/g, foreign) })).status, pattern).toBeLessThan(500)
    // Each unknown URL is rendered anew, so a quarter of them represents all, unless all are asked for.
    const tested = [...clean].filter(
      ([path], index) => !path.startsWith('/admin/') && (process.env['EVERY_URL'] || index % 4 === 0),
    )
    for (const [path, expected] of tested) {
      for (const query of unknownParameters)
        expect((await send({ path: `${path}?${query}` })).status, `${path}?${query}`).toBe(expected.status)
      for (const query of knownParameters)
        expect((await send({ path: `${path}?${query}` })).status, `${path}?${query}`).toBeLessThan(500)
      for (const spelling of spellings(path)) {
        const { status, headers } = await send({ path: spelling })
        expect(status, spelling).toBeLessThan(500)
        // A redirect stays on this site.
        if (headers.location) expect(headers.location, spelling).toMatch(/^\/(?![/\\])/)
      }
    }
    await expectCleanResponses()
  })
})

describe('a response that depends on the caller', () => {
  const privateCalls = getRoutes.filter(({ meta }) => !meta.cached)
  const isStorable = ({ headers }: Received) => headers['cache-control'] !== 'no-store'

  test.each(privateCalls)(
    'GET $path is stored by no cache, and not sent to the next caller',
    async ({ path, meta }) => {
      const url = apiPath(path)
      for (const token of Object.values(tokens)) {
        const own = await send({ path: url, headers: authorized(token) })
        expect([own.status < 500, own.headers['cache-control']]).toEqual([true, 'no-store'])
        const next = await send({ path: url })
        expect(next.headers['cache-control']).toBe('no-store')
        if (meta.access !== 'public') expect(next.status).toBe(401)
      }
    },
  )

  test.each(['/api/me', '/api/me/export', '/api/my-transaction', '/api/courses/enrolled', '/api/admin/students'])(
    '%s with a file ending, dots or slashes is not found or stored by no cache',
    async (path) => {
      for (const spelling of [...spellings(path), `${path}?x.css`]) {
        const response = await send({ path: spelling, headers: authorized(tokens.admin) })
        if (response.body.includes('demo.id')) expect(isStorable(response), spelling).toBe(false)
        expect((await send({ path: spelling })).body.includes('@demo.id'), spelling).toBe(false)
      }
    },
  )

  test('is on no page: documents of private pages are the same with and without a session', async () => {
    for (const pattern of pagePaths) {
      const path = pagePath(pattern)
      const withSession = await send({
        path,
        headers: { ...authorized(tokens.admin), cookie: `admin-session=${tokens.admin}` },
      })
      expect(withSession.body.equals((await send({ path })).body), path).toBe(true)
      expect(withSession.headers['set-cookie'], path).toBeUndefined()
    }
  })
})
