import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { EndpointMeta } from '#contract/kit/endpoint.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { createRouteTable } from './route-table.ts'

let site: TestSite
let tokens: Record<'student' | 'admin', string>
beforeAll(async () => {
  site = await startTestSite()
  tokens = { student: (await site.createStudent()).token, admin: (await site.createAdmin()).token }
})
afterAll(() => site.close())

const { routes } = createRouteTable(contract)
const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
const withBody = routes.filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH')

/** Who may call: a body of anybody else is not read. */
const tokenFor = ({ access }: EndpointMeta) =>
  access === 'staff' || access === 'admin' ? tokens.admin : tokens.student

const isFailure = ({ body }: { body: Record<string, unknown> }) => {
  expect(body).toMatchObject({
    success: false,
    code: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/),
    message: expect.any(String),
    requestId: expect.any(String),
  })
  expect(JSON.stringify(body)).not.toMatch(/node_modules|select |at \w+ \(|\.ts:/i)
}

describe.each(routes.filter(({ meta }) => meta.access !== 'public' && meta.access !== 'provider'))(
  '$method $path',
  ({ method, path, meta }) => {
    test('returns 401 without a session or with an invalid one, and 403 for a wrong role', async () => {
      const call = (token?: string) =>
        site.call(method, urlOf(path), {
          ...(token ? { token } : {}),
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
        })
      for (const token of [undefined, 'kls_' + 'z'.repeat(43)]) {
        const response = await call(token)
        expect(response.status).toBe(401)
        isFailure(response)
      }
      if (meta.access !== 'signed-in') expect((await call(tokens.student)).status).toBe(403)
    })
  },
)

describe('any URL', () => {
  test.each(withBody)('$method $path returns 400 for a body that is not JSON', async ({ method, path, meta }) => {
    const response = await site.call(method, urlOf(path), { rawBody: '{"a": ', token: tokenFor(meta) })
    expect(response.status).toBe(400)
    isFailure(response)
  })

  test.each(withBody)(
    '$method $path returns 400 for a body that is nested thousands of levels deep',
    async ({ method, path, meta }) => {
      const arrays = `{"email": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`
      const objects = `{"email": ${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`
      for (const rawBody of [arrays, objects]) {
        const response = await site.call(method, urlOf(path), { rawBody, token: tokenFor(meta) })
        expect(response.status).toBe(400)
        isFailure(response)
      }
    },
  )

  test.each(withBody)('$method $path never returns 5xx for a broken multipart body', async ({ method, path, meta }) => {
    const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nab'
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x']) {
      const response = await site.call(method, urlOf(path), {
        rawBody: part,
        headers: { 'content-type': type },
        token: tokenFor(meta),
      })
      expect(response.status, type).toBeGreaterThanOrEqual(400)
      expect(response.status, type).toBeLessThan(500)
      isFailure(response)
    }
  })

  test.each(withBody)(
    '$method $path returns 413 for a body of a megabyte, or of more than its own limit',
    async ({ method, path, meta }) => {
      const length = Math.max(1_000_000, meta.maximumBodyBytes ?? 0)
      const response = await site.call(method, urlOf(path), {
        rawBody: JSON.stringify({ name: 'x'.repeat(length) }),
        token: tokenFor(meta),
      })
      expect(response.status).toBe(413)
      isFailure(response)
    },
  )

  test.each(withBody)('$method $path returns 415 for a body of another kind', async ({ method, path, meta }) => {
    const response = await site.call(method, urlOf(path), {
      rawBody: '<x/>',
      headers: { 'content-type': 'application/xml' },
      token: tokenFor(meta),
    })
    expect(response.status).toBe(415)
    isFailure(response)
  })

  test('an empty body counts as no body', async () => {
    const student = await site.createStudent()
    const request = new Request(`${publicUrl}/api/sign-out`, {
      method: 'POST',
      headers: { authorization: `Bearer ${student.token}` },
      body: '',
    })
    expect((await site.app.fetch(request)).status).toBe(200)
  })

  test.each(routes)('$path returns 405 for an unsupported method, with an Allow header', async ({ path }) => {
    const response = await site.call('PROPFIND', urlOf(path))
    expect([response.status, response.headers.get('allow')?.length]).toEqual([405, expect.any(Number)])
    isFailure(response)
  })

  test.each(routes)('$method $path never returns 5xx for hostile input', async ({ method, path }) => {
    // Its own, because some calls end the session.
    const { token } = await site.createStudent()
    const hostile = [
      "' or 1=1 --",
      '<script>alert(1)</script>',
      '\u0000',
      '../../../etc/passwd',
      '💥'.repeat(500),
      '__proto__',
      '{{7*7}}',
    ]
    for (const text of hostile) {
      const url = path.replaceAll(/\{\w+\}/g, encodeURIComponent(text))
      const body = {
        name: text,
        email: text,
        password: text,
        courseId: text,
        lastContentId: text,
        order_id: text,
        status_code: text,
        gross_amount: text,
        signature_key: text,
        transaction_status: text,
      }
      const query = method === 'GET' ? `?q=${encodeURIComponent(text)}&category=${encodeURIComponent(text)}&page=1` : ''
      const response = await site.call(method, url + query, {
        token,
        ...(method === 'POST' || method === 'PUT' ? { body } : {}),
      })
      expect(response.status, `${method} ${url}`).toBeLessThan(500)
    }
  })

  test.each(['/tidak-ada', '/courses/a/b/c/d', '/', '/admin/nothing'])('returns 404 at %s', async (path) => {
    const response = await site.call('GET', path)
    expect(response.status).toBe(404)
    isFailure(response)
  })

  test.each(['a\0b', '\uD800'])('rejects %j, which the database cannot store, as a field error', async (text) => {
    const { token } = await site.createStudent()
    const response = await site.call('PUT', '/me/resume', { token, body: { headline: text, about: 'Ada', links: [] } })
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, expect.arrayContaining(['headline'])])
  })

  test.each([
    '/courses/%00',
    '/tips/a%00b',
    '/sharing/tips/%00.png',
    '/certificate/%00',
    '/uploads/%00',
    '/api/tips/%00',
  ])('handles a request of %s, which the database cannot store, without an error', async (path) => {
    const { status } = await site.app.fetch(new Request(publicUrl + path))
    // The test site renders the same page for every URL.
    expect(status).toBe(path.startsWith('/api/') ? 404 : 200)
  })

  test('returns 414 for a URL of more than 2048 characters: the envelope below /api, a page elsewhere', async () => {
    for (const path of ['/', '/api/courses', '/cover/javascript/']) {
      const fetchWith = (length: number) => site.app.fetch(new Request(`${publicUrl}${path}?q=${'a'.repeat(length)}`))
      const refused = await fetchWith(2_048)
      expect(refused.status, path).toBe(414)
      if (path.startsWith('/api/')) expect(await refused.json()).toMatchObject({ success: false, code: 'url-too-long' })
      else expect(await refused.text()).toContain('<h1>Alamat ini terlalu panjang</h1>')
      expect((await fetchWith(90)).status, path).toBeLessThan(500)
    }
  })

  test('ignores __proto__ in a body', async () => {
    const response = await site.call('POST', '/sign-up', {
      rawBody:
        '{"__proto__": {"role": "admin"}, "name": "Sari Dewi", "email": "proto@contoh.id", "password": "teh-melati-9"}',
    })
    expect([response.status, response.body.data.role, ({} as { role?: string }).role]).toEqual([
      201,
      'student',
      undefined,
    ])
  })

  test('has the security headers in every response', async () => {
    for (const path of ['/api/health', '/api/tidak-ada', '/', '/uploads/tidak-ada.webp']) {
      const { headers } = await site.app.fetch(new Request(publicUrl + path))
      expect([
        headers.get('x-content-type-options'),
        headers.get('referrer-policy'),
        headers.get('cross-origin-opener-policy'),
      ]).toEqual(['nosniff', 'strict-origin-when-cross-origin', 'same-origin-allow-popups'])
    }
  })
})

test('a cover is compressed and returns 304 for a matching etag', async () => {
  const fetchCover = (headers: Record<string, string>) =>
    site.app.fetch(new Request(`${publicUrl}/cover/javascript/abc.svg`, { headers }))
  const [plain, small] = await Promise.all([fetchCover({}), fetchCover({ 'accept-encoding': 'gzip, br' })])
  const svg = Buffer.from(await plain.arrayBuffer())
  expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'br'])
  expect(brotliDecompressSync(await small.arrayBuffer()).equals(svg)).toBe(true)
  expect(Number(small.headers.get('content-length'))).toBeLessThan(svg.byteLength / 2)
  expect((await fetchCover({ 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
})

describe('operations', () => {
  test('/health and /ready return 200', async () => {
    expect((await site.call('GET', '/health')).body.data).toEqual({ status: 'up' })
    expect((await site.call('GET', '/ready')).body.data).toEqual({ status: 'ready' })
  })

  test('/openapi.json describes every endpoint of the contract', async () => {
    const { body } = await site.call('GET', '/openapi.json')
    for (const { method, path } of routes) {
      const operation = body.paths[path][method.toLowerCase()]
      // Also what is refused before an operation is called.
      const refusals = ['400', '401', '414', ...(operation.requestBody ? ['413', '415'] : [])]
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(expect.arrayContaining(refusals))
    }
    // Uploads of videos speak tus, which the contract does not describe.
    expect(Object.keys(body.paths['/uploads/tus'])).toEqual(['post'])
    expect(Object.keys(body.paths['/uploads/tus/{id}'])).toEqual(['head', 'patch', 'delete'])
  })

  test('the public settings contain no secret', async () => {
    const { body } = await site.call('GET', '/site')
    expect(body.data.payment).toEqual({
      scriptUrl: 'http://pay.test/snap/snap.js',
      clientKey: site.keys.clientKey,
      mode: 'sandbox',
      methods: ['card'],
    })
    expect(JSON.stringify(body)).not.toContain(site.keys.serverKey)
  })
})

test.each([
  ['/bundles/' + 'x'.repeat(200)],
  ['/gifts/' + 'x'.repeat(200)],
  ['/credentials/status/abc'],
  ['/credentials/status/-1'],
  ['/credentials/status/16382'],
  ['/credentials/status/16383'],
  ['/credentials/status/99999'],
  ['/credentials/status/99999999999999999999'],
])('what no address can have is not found: %s', async (path) => {
  expect((await site.call('GET', path)).status).toBe(404)
})
