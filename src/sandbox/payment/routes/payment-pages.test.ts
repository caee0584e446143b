import { expect, onTestFinished, test } from 'vitest'
import { type PaymentSandboxOptions } from '#sandbox/payment/index.ts'
import { base, clientKey, merchantOrigin, openOrder, post, startSandbox } from '#sandbox/payment/sandbox-for-tests.ts'

function start(options: Partial<PaymentSandboxOptions> = {}) {
  const sandbox = startSandbox(options)
  onTestFinished(() => sandbox.close())
  return { sandbox, get: (url: string) => sandbox.fetch(new Request(url.startsWith('http') ? url : base + url)) }
}

test.each([
  ['/snap/snap.js', 'text/javascript; charset=utf-8'],
  ['/snap/assets/payment-page.js', 'text/javascript; charset=utf-8'],
  ['/snap/assets/payment-methods.js', 'text/javascript; charset=utf-8'],
  ['/snap/assets/merchant-channel.js', 'text/javascript; charset=utf-8'],
  ['/snap/assets/payment-page.css', 'text/css; charset=utf-8'],
  ['/snap/assets/operator.css', 'text/css; charset=utf-8'],
])('%s is served as %s with nosniff, and an unchanged file returns 304', async (path, contentType) => {
  const { sandbox, get } = start()
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(contentType)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const again = await sandbox.fetch(
    new Request(base + path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } }),
  )
  expect(again.status).toBe(304)
})

test.each([
  '/snap/snap.js',
  '/snap/assets/payment-page.js',
  '/snap/assets/payment-methods.js',
  '/snap/assets/merchant-channel.js',
])('%s uses nothing that a strict content security policy forbids', async (path) => {
  const source = await (await start().get(path)).text()
  expect(source).not.toMatch(
    /\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|createElement\('style'\)|setAttribute\('style'|setAttribute\('on/,
  )
})

test('pages have a strict content security policy that lets only the merchant frame them, and no inline script or style', async () => {
  const { sandbox, get } = start()
  const { token, redirect_url: redirectUrl } = await openOrder(sandbox, 'ORDER-1')
  for (const url of [redirectUrl, `/snap/v4/popup/${token}?client_key=${clientKey}`]) {
    const response = await get(url)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toMatch(new RegExp(`frame-ancestors ${merchantOrigin}$`))
    expect(policy).not.toContain('unsafe')
    const page = await response.text()
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script>/)
  }
})

test('a course name is escaped', async () => {
  const { sandbox, get } = start()
  const { redirect_url: redirectUrl } = await openOrder(sandbox, 'ORDER-1', {
    item_details: [{ id: '1', price: 89_000, quantity: 1, name: '</script><script>alert(1)</script>' }],
  })
  const page = await (await get(redirectUrl)).text()
  expect(page).not.toContain('<script>alert')
  expect(page).toContain('\\u003c/script>')
})

test('an unknown token and a wrong client key return an error page', async () => {
  const { sandbox, get } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  const unknown = await get('/snap/v4/redirection/unknown')
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('tidak ditemukan')])
  const wrongKey = await get(`/snap/v4/popup/${token}?client_key=other`)
  expect([wrongKey.status, await wrongKey.text()]).toEqual([401, expect.not.stringContaining('ORDER-1')])
})

test('paying requires a JSON content type, which cross-site forms cannot send', async () => {
  const { sandbox } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  const response = await sandbox.fetch(
    post(`/snap/v2/transactions/${token}/charge`, { shortCut: 'pay' }, { 'content-type': 'text/plain' }),
  )
  expect(response.status).toBe(415)
  expect(sandbox.control.findOrder('ORDER-1')).toMatchObject({ status: null })
})

test('the merchant API has no CORS headers: it is not for browsers', async () => {
  const { sandbox } = start()
  const response = await sandbox.fetch(post('/snap/v1/transactions', {}, { origin: merchantOrigin }))
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('a sandbox on a separate port has its routes at the root', async () => {
  const { get } = start({ publicBase: 'http://127.0.0.1:4010/' })
  expect((await get('http://127.0.0.1:4010/snap/snap.js')).status).toBe(200)
  expect((await get('http://127.0.0.1:4010/sandbox/payment/snap/snap.js')).status).toBe(404)
})
