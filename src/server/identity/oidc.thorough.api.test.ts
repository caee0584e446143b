import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOidcClient } from './index.ts'
import { oidcConfig } from '#server/process/config/oidc-config.ts'
import { parseConfig } from '#server/process/config/config.ts'
import { password } from '#testing/factories.ts'
import { startOidcServer, type OidcServer } from '#testing/oidc-server.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Against a provider of another make.

let provider: OidcServer
let site: TestSite
let trusting: TestSite
let isAway = false

const settingsOf = (trustsEmail: boolean) => ({
  issuer: provider.issuer,
  clientId: provider.client.client_id,
  clientSecret: provider.client.client_secret,
  label: 'Akun Kantor',
  trustsEmail,
})
const siteWith = (trustsEmail: boolean) =>
  startTestSite({
    oidc: (publicUrl) =>
      createOidcClient({
        settings: settingsOf(trustsEmail),
        publicUrl,
        fetch: (...request) => (isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(...request)),
      }),
  })
beforeAll(async () => {
  provider = await startOidcServer('http://cendaki.test/auth/oidc')
  site = await siteWith(false)
  trusting = await siteWith(true)
  // Tokens are dated by the provider, which knows no other clock.
  for (const each of [site, trusting]) each.clock.advance(Date.now() - each.clock.now().getTime())
})
beforeEach(() => void (isAway = false))
afterAll(async () => {
  await site.close()
  await trusting.close()
  await provider.close()
})

const cookieOf = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

/** A browser that leaves for the provider and comes back. */
async function browser(at: TestSite = site) {
  const { headers, body, status } = await at.call('POST', '/auth/oidc/start')
  expect(status).toBe(200)
  const cookie = cookieOf(headers, 'cendaki-oidc')
  const query = await provider.visit(body.data.url)
  const finish = (given: object = { query }, cookies = cookie) =>
    at.call('POST', '/auth/oidc', { body: given, headers: { cookie: cookies } })
  return { url: body.data.url as string, cookie, query, finish }
}

const newEmail = () => `rina-${crypto.randomUUID()}@kantor.contoh.id`
const sub = () => crypto.randomUUID()
const be = (claims: Record<string, unknown> = {}, as = sub()) => {
  const email = newEmail()
  provider.be(as, { email, email_verified: true, name: 'Rina Hartati', ...claims })
  return { email, sub: as }
}

describe('a proven address', () => {
  test('makes an account of a student, which is found by its subject afterwards', async () => {
    const who = be()
    const first = await (await browser()).finish()
    expect(first.body.data).toMatchObject({ role: 'student', user: { name: 'Rina Hartati', email: who.email } })
    be({ email: newEmail() }, who.sub)
    const again = await (await browser()).finish()
    expect(again.body.data.user).toMatchObject({ _id: first.body.data.user._id, email: who.email })
  })

  test('is shown to the browser by its label, and the code flow has PKCE', async () => {
    be()
    expect((await site.call('GET', '/site')).body.data.oidc).toEqual({ label: 'Akun Kantor' })
    const { url } = await browser()
    const asked = new URL(url).searchParams
    expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code'])
    expect(url).not.toContain(provider.client.client_secret)
  })
})

describe('an account that has the address', () => {
  test('is joined with its password once, and without it afterwards', async () => {
    const owner = await site.createStudent()
    be({ email: owner.email })
    const { finish, cookie } = await browser()
    const asked = await finish()
    expect([asked.status, asked.body.code]).toEqual([409, 'link-needs-password'])
    const ticket = cookieOf(asked.headers, 'cendaki-oidc-account')
    const wrong = await finish({ password: 'bukan-passwordnya' }, ticket)
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']])
    const joined = await finish({ password }, ticket)
    expect(joined.body.data.user._id).toBe(owner.id)
    expect((await (await browser()).finish()).body.data.user._id).toBe(owner.id)
    // The cookie of the attempt is no ticket, and a ticket that was changed opens nothing.
    expect((await finish({ password }, cookie)).status).toBe(401)
    expect(
      (
        await finish(
          { password },
          // The last sign has bits that mean nothing.
          ticket.replace(/.(?=.{9}$)/, (sign) => (sign === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(401)
  })

  test('of another subject is not joined, whatever the password', async () => {
    const owner = await site.createStudent()
    be({ email: owner.email })
    const first = await (await browser()).finish()
    await site.call('POST', '/auth/oidc', {
      body: { password },
      headers: { cookie: cookieOf(first.headers, 'cendaki-oidc-account') },
    })
    be({ email: owner.email })
    expect((await (await browser()).finish()).body.code).toBe('oidc-failed')
  })

  test('and whose address was never proven is joined where the organisation proves addresses itself', async () => {
    const email = 'belum-terbukti@contoh.id'
    const signedUp = await trusting.call('POST', '/sign-up', { body: { name: 'Sari Dewi', email, password } })
    be({ email, email_verified: undefined })
    const { body } = await (await browser(trusting)).finish()
    expect(body.data.user._id).toBe(signedUp.body.data._id)
  })

  test('of staff is joined with its password only', async () => {
    const staff = await trusting.createInstructor()
    be({ email: staff.email })
    expect((await (await browser(trusting)).finish()).body.code).toBe('link-needs-password')
  })
})

describe('unlinking the account of the organisation', () => {
  const unlink = (token: string, body: object) => site.call('POST', '/me/oidc/unlink', { token, body })
  const link = async (owner: { email: string }) => {
    const who = be({ email: owner.email })
    const { headers } = await (await browser()).finish()
    const cookie = cookieOf(headers, 'cendaki-oidc-account')
    const { body } = await site.call('POST', '/auth/oidc', { body: { password }, headers: { cookie } })
    return { ...who, token: body.data.token as string }
  }

  test('needs the password, is audited and mailed, and ends this way in; another account of the address can then be linked', async () => {
    const owner = await site.createStudent()
    const { token, sub: linked } = await link(owner)
    expect((await site.call('GET', '/me', { token })).body.data).toMatchObject({ hasOrganisation: true })
    expect((await unlink(token, {})).status).toBe(422)
    expect((await unlink(token, { password: 'salah-sekali' })).body.errors).toEqual({ password: 'Password salah' })
    expect((await unlink(token, { password })).status).toBe(200)
    expect((await site.call('GET', '/me', { token })).body.data).toMatchObject({ hasOrganisation: false })
    be({ email: owner.email }, linked)
    expect((await (await browser()).finish()).body.code).toBe('link-needs-password')
    expect((await site.mailsTo(owner.email)).at(-1)?.kind).toBe('oidc-unlinked')
    const { entries } = await site.app.modules.audit.list({ subjectId: owner.id }, { page: 1, limit: 2 })
    expect(entries.map(({ action }) => action)).toEqual(['user.oidc-unlinked', 'user.oidc-linked'])
    expect((await unlink(token, { password })).body.code).toBe('not-linked')
    const other = await link(owner)
    expect(other.sub).not.toBe(linked)
    expect((await (await browser()).finish()).body.data.user._id).toBe(owner.id)
  })

  test('is refused without a password, which would be the only other way in', async () => {
    be()
    const { body } = await (await browser()).finish()
    expect((await unlink(body.data.token, { password: 'apa-saja' })).body.code).toBe('no-password')
  })
})

describe('is rejected:', () => {
  test.each([false, 'true', undefined])('an address whose proof is %j', async (email_verified) => {
    be({ email_verified })
    const { status, body } = await (await browser()).finish()
    expect([status, body.code]).toEqual([403, 'oidc-email-unverified'])
  })

  test.each([
    ['no address', { email: undefined }],
    ['no mail address', { email: 'rina' }],
  ])('%s', async (_what, claims) => {
    be(claims)
    expect((await (await browser()).finish()).body.code).toBe('oidc-failed')
  })

  test('a return to another browser, with another state, twice, without a cookie, or made up', async () => {
    be()
    const [one, other] = [await browser(), await browser()]
    const codeOf = async (answer: ReturnType<typeof one.finish>) => (await answer).body.code
    expect(await codeOf(other.finish({ query: one.query }))).toBe('oidc-failed')
    expect(await codeOf(one.finish({ query: `${one.query}x` }))).toBe('oidc-failed')
    expect(await codeOf(one.finish(undefined, ''))).toBe('oidc-failed')
    expect(await codeOf(one.finish({ query: 'error=access_denied' }))).toBe('oidc-failed')
    expect(await codeOf(one.finish({ query: 'a'.repeat(7000) }))).toBe('oidc-failed')
    expect(await codeOf(one.finish({}))).toBe('oidc-failed')
    expect((await one.finish()).status).toBe(200)
    expect(await codeOf(one.finish())).toBe('oidc-failed')
  })

  test('a disabled account', async () => {
    be()
    const { body } = await (await browser()).finish()
    await site.database.query.execute(`update users set disabled_at = now() where id = '${body.data.user._id}'`)
    expect((await (await browser()).finish()).body.code).toBe('account-disabled')
  })
})

test('keys that the provider rotates are fetched again', async () => {
  be()
  expect((await (await browser()).finish()).status).toBe(200)
  provider.rotateKeys()
  be()
  expect((await (await browser()).finish()).status).toBe(200)
})

test.each([
  [4, true],
  [-4, true],
  [75, false],
])('a clock of this server that is %i minutes off signs in: %j', async (minutes, isSignedIn) => {
  const client = createOidcClient({
    settings: settingsOf(false),
    publicUrl: 'http://cendaki.test',
    fetch,
    clockOffsetSeconds: minutes * 60,
  })
  const who = be()
  const { url, attempt } = await client.start()
  const identity = await client.finish(await provider.visit(url), attempt)
  expect(identity?.email ?? null).toBe(isSignedIn ? who.email : null)
})

test('a provider that is away is told as such, and works once it is back', async () => {
  be()
  const before = await browser()
  isAway = true
  const fresh = await siteWith(false)
  const started = await fresh.call('POST', '/auth/oidc/start')
  expect([started.status, started.body.code]).toEqual([503, 'oidc-unavailable'])
  const interrupted = await before.finish()
  // The browser may come back with the same code.
  expect([interrupted.body.code, interrupted.headers.getSetCookie()]).toEqual(['oidc-unavailable', []])
  isAway = false
  expect((await before.finish()).status).toBe(200)
  expect((await fresh.call('POST', '/auth/oidc/start')).status).toBe(200)
  await fresh.close()
})

test('the doctor says whether the provider can be used', async () => {
  const admin = await site.createAdmin()
  const found = async () =>
    (await site.call('GET', '/admin/system', { token: admin.token })).body.data.checks.find(
      ({ name }: { name: string }) => name === 'oidc',
    )
  expect(await found()).toMatchObject({ level: 'ok', value: `Akun Kantor, ${provider.issuer}` })
  isAway = true
  expect(await found()).toMatchObject({ level: 'problem' })
})

test('without a provider there is no such sign-in', async () => {
  const plain = await startTestSite()
  expect((await plain.call('GET', '/site')).body.data.oidc).toBeNull()
  expect((await plain.call('POST', '/auth/oidc/start')).status).toBe(404)
  expect((await plain.call('POST', '/auth/oidc', { body: { query: 'code=x' } })).status).toBe(404)
  await plain.close()
})

describe('wrong settings are told in one line:', () => {
  const all = {
    OIDC_ISSUER: 'https://login.kantor.id',
    OIDC_CLIENT_ID: 'cendaki',
    OIDC_CLIENT_SECRET: 'rahasia',
    OIDC_LABEL: 'Akun Kantor',
  }
  test.each<[Record<string, string>, RegExp]>([
    [{ OIDC_ISSUER: all.OIDC_ISSUER }, /^OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL: needed/],
    [{ ...all, OIDC_LABEL: '' }, /OIDC_LABEL/],
    [{ ...all, OIDC_ISSUER: 'login.kantor.id' }, /OIDC_ISSUER/],
    [{ ...all, OIDC_TRUST_EMAIL: 'yes' }, /OIDC_TRUST_EMAIL/],
    [{ OIDC_TRUST_EMAIL: 'on' }, /^OIDC_TRUST_EMAIL: needs OIDC_ISSUER$/],
  ])('%j', (environment, line) => {
    expect(() => parseConfig(environment)).toThrow(line)
    try {
      parseConfig(environment)
    } catch (error) {
      expect(
        String((error as Error).message)
          .split('\n')
          .filter(Boolean).length,
      ).toBeLessThanOrEqual(2)
    }
  })

  test('a public site needs a provider that is reached by https', () =>
    expect(() => oidcConfig({ ...all, OIDC_ISSUER: 'http://login.kantor.id' }, 'https://kelas.id')).toThrow(
      /^OIDC_ISSUER: PUBLIC_URL is public/,
    ))

  test('all of them together are accepted', () =>
    expect(parseConfig({ ...all, OIDC_TRUST_EMAIL: 'on' }).oidc).toMatchObject({
      label: 'Akun Kantor',
      trustsEmail: true,
    }))
})
