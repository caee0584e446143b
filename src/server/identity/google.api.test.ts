import { createHmac } from 'node:crypto'
import { exportSPKI, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { sandboxAccounts } from '#sandbox/google/index.ts'
import { makeAdmin } from './index.ts'
import { googleNonces } from './tables.ts'
import { password } from '#testing/factories.ts'
import { googleClientId, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let browserCount = 0
/** A browser with an issued nonce and its cookie. */
async function browser() {
  const client = `peramban-${++browserCount}`
  const { headers, body } = await site.call('GET', '/auth/google/nonce', { client })
  const cookie = headers.get('set-cookie') ?? ''
  const nonce = body.data.nonce as string
  const send = (idToken: string, more: object = {}) =>
    site.call('POST', '/auth/google', {
      client,
      body: { idToken, ...more },
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
  return { nonce, cookie, send }
}

const googleAccount = (changes: JWTPayload = {}): JWTPayload => ({
  sub: `sub-${crypto.randomUUID()}`,
  name: 'Gita Gunung',
  email: `${crypto.randomUUID()}@gmail.com`,
  email_verified: true,
  ...changes,
})

/** Signs in with a valid token with changes. */
async function attempt(changes: JWTPayload = {}, options: Parameters<TestSite['google']['issue']>[1] = {}) {
  const { nonce, send } = await browser()
  return send(await site.google.issue({ ...googleAccount(), nonce, ...changes }, options))
}

const failureOf = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]
// The same for every invalid token, so that it does not help an attacker.
const rejected = [401, 'google-failed', 'Login dengan Google gagal']

describe('a valid token', () => {
  test('creates a student with a confirmed address, and later finds the student by Google’s id', async () => {
    const gita = googleAccount()
    const first = await attempt(gita)
    expect(first.body.data).toMatchObject({ role: 'student', user: { name: 'Gita Gunung', email: gita['email'] } })
    const again = await attempt({ ...gita, email: 'alamat-baru@gmail.com', name: 'Gita Baru' })
    expect(again.body.data.user._id).toBe(first.body.data.user._id)
    expect(again.body.data.user.email).toBe(gita['email'])
    const { data } = (await site.call('GET', '/me', { token: first.body.data.token })).body
    expect(data).toMatchObject({ emailVerified: true, hasGoogle: true, hasPassword: false })
  })

  test('of a person who was imported ends the wait for an invitation', async () => {
    const { token } = await site.createAdmin()
    const gita = googleAccount()
    const file = new File(
      [`email,name,course,enrolledAt,finishedAt,percent,passwordHash\n${gita['email']},Gita Gunung,,,,,`],
      'orang.csv',
      { type: 'text/csv' },
    )
    await site.call('POST', '/admin/students/import', { token, form: { file, dryRun: 'false' } })
    const waiting = async () => (await site.call('GET', '/admin/students/invitations', { token })).body.data.waiting
    expect(await waiting()).toBe(1)
    expect((await attempt(gita)).status).toBe(200)
    expect(await waiting()).toBe(0)
  })

  test('never creates staff, regardless of its claims', async () => {
    expect((await attempt({ role: 'admin', roles: ['admin'] })).body.data.role).toBe('student')
  })

  test('does not confirm an address that Google does not host', async () => {
    const { body } = await attempt({ email: `${crypto.randomUUID()}@tamu.example`, email_verified: true })
    expect((await site.call('GET', '/me', { token: body.data.token })).body.data.emailVerified).toBe(false)
  })

  test('creates an account that an empty password does not open', async () => {
    const gita = googleAccount()
    await attempt(gita)
    expect((await site.call('POST', '/sign-in', { body: { email: gita['email'], password: ' ' } })).status).toBe(401)
  })
})

describe('an invalid token is rejected:', () => {
  const now = () => Math.floor(site.clock.now().getTime() / 1000)
  test.each<[string, () => JWTPayload]>([
    ['for another audience', () => ({ aud: 'another-client' })],
    ['for several audiences', () => ({ aud: [googleClientId, 'another-client'] })],
    ['of another issuer', () => ({ iss: 'https://accounts.evil.example' })],
    ['without an issuer', () => ({ iss: '' })],
    ['expired', () => ({ iat: now() - 7200, exp: now() - 3600 })],
    ['issued in the future', () => ({ iat: now() + 3600, exp: now() + 7200 })],
    ['with a lifetime of more than a day', () => ({ exp: now() + 90_000 })],
    ['authorised for another party', () => ({ azp: 'another-client' })],
    ['with another nonce', () => ({ nonce: 'foreign' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['without a subject', () => ({ sub: '' })],
    ['without an address', () => ({ email: undefined })],
  ])('%s', async (_, changes) => expect(failureOf(await attempt(changes()))).toEqual(rejected))

  test('signed by a key of another issuer', async () => {
    expect(failureOf(await attempt({}, { key: await site.google.makeForeignKey() }))).toEqual(rejected)
    expect(
      failureOf(
        await attempt(
          {},
          { key: { ...(await site.google.makeForeignKey()), id: (await site.google.signingKey()).id } },
        ),
      ),
    ).toEqual(rejected)
  })

  test('unsigned, or signed by HMAC with the public key', async () => {
    const { nonce, send } = await browser()
    const [, claims] = (await site.google.issue({ ...googleAccount(), nonce })).split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(failureOf(await send(`${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`))).toEqual(rejected)
    const { id, publicKey } = await site.google.signingKey()
    const head = `${encode({ alg: 'HS256', typ: 'JWT', kid: id })}.${claims}`
    expect(
      failureOf(
        await send(
          `${head}.${createHmac('sha256', await exportSPKI(publicKey))
            .update(head)
            .digest('base64url')}`,
        ),
      ),
    ).toEqual(rejected)
  })

  test('with a URL to its own key', async () => {
    const foreign = await site.google.makeForeignKey()
    expect(failureOf(await attempt({}, { key: foreign, header: { jku: 'http://evil.example/certs' } }))).toEqual(
      rejected,
    )
  })

  test('malformed, or too long', async () => {
    const { send } = await browser()
    expect(failureOf(await send('not-a-token'))).toEqual(rejected)
    expect(failureOf(await send('a'.repeat(9000)))).toEqual(rejected)
    expect((await send('')).status).toBe(422)
  })

  test('used a second time, even by the same browser', async () => {
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...googleAccount(), nonce })
    expect((await send(token)).status).toBe(200)
    expect(failureOf(await send(token))).toEqual(rejected)
  })

  test('used twice concurrently: one call succeeds', async () => {
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...googleAccount(), nonce })
    expect((await Promise.all([send(token), send(token)])).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('sent by another browser', async () => {
    const [victim, thief] = [await browser(), await browser()]
    expect(failureOf(await thief.send(await site.google.issue({ ...googleAccount(), nonce: victim.nonce })))).toEqual(
      rejected,
    )
  })

  test('with a nonce that was not issued here', async () => {
    const issued = (await browser()).nonce.split('.')
    for (const nonce of [
      `${Number(issued[0]) + 60}.${issued[1]}.${issued[2]}`,
      `${issued[0]}.${issued[1]}`,
      issued.join(''),
      'x',
      '',
    ]) {
      const idToken = await site.google.issue({ ...googleAccount(), nonce })
      const response = await site.call('POST', '/auth/google', {
        body: { idToken },
        headers: { cookie: `cendaki-google-nonce=${nonce}` },
      })
      expect(failureOf(response)).toEqual(rejected)
    }
  })

  test('with a nonce of more than ten minutes ago', async () => {
    const { nonce, send } = await browser()
    site.clock.advance(11 * minuteMs)
    expect(failureOf(await send(await site.google.issue({ ...googleAccount(), nonce })))).toEqual(rejected)
  })
})

describe('an existing account with the same address', () => {
  test('is never linked silently: a confirmed one asks for its password, keeps it, and its owner gets a mail', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    await site.app.modules.identity.createUser({
      name: 'Sari Dewi',
      email,
      password,
      role: 'student',
      emailVerifiedAt: site.clock.now(),
    })
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...googleAccount({ email }), nonce })
    expect((await send(token)).body.code).toBe('link-needs-password')
    expect((await send(token, { password })).body.data.user).toMatchObject({ name: 'Sari Dewi', email })
    expect((await site.call('POST', '/sign-in', { body: { email, password } })).status).toBe(200)
    expect((await site.mailsTo(email)).at(-1)?.kind).toBe('google-linked')
  })

  test('that was never confirmed is linked, and loses its password and sessions', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    await site.app.modules.identity.createUser({ name: 'Penyerang', email, password, role: 'student' })
    const attacker = (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.token
    expect((await attempt({ email })).status).toBe(200)
    expect((await site.call('GET', '/me', { token: attacker })).status).toBe(401)
    expect((await site.call('POST', '/sign-in', { body: { email, password } })).status).toBe(401)
  })

  test('needs its password once where Google does not host the address, with the same token', async () => {
    const { email } = await site.createStudent()
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...googleAccount({ email }), nonce })
    const first = await send(token)
    expect([first.status, first.body.code]).toEqual([409, 'link-needs-password'])
    expect((await send(token, { password: 'salah' })).body.errors).toEqual({ password: 'Password salah' })
    expect((await send(token, { password })).body.data.user.email).toBe(email)
  })

  test('that was never confirmed loses its pending change of address', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    const attackersEmail = `${crypto.randomUUID()}@contoh.id`
    await site.app.modules.identity.createUser({ name: 'Penyerang', email, password, role: 'student' })
    const attacker = (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.token
    await site.call('POST', '/me/email', { token: attacker, body: { email: attackersEmail, password } })
    const link = /#token=([\w-]+)/.exec((await site.mailsTo(attackersEmail)).at(-1)?.text ?? '')?.[1]
    expect((await attempt({ email })).status).toBe(200)
    expect((await site.call('POST', '/auth/change-email', { body: { token: link } })).body.code).toBe('invalid-link')
  })

  test('cannot be linked with a one-time password', async () => {
    const email = `${crypto.randomUUID()}@tamu.example`
    await site.app.modules.identity.createUser({
      name: 'Ibu Admin',
      email,
      password: 'sekali-pakai-7',
      role: 'admin',
      isOneTime: true,
    })
    const { nonce, send } = await browser()
    const rejection = await send(await site.google.issue({ ...googleAccount({ email }), nonce }), {
      password: 'sekali-pakai-7',
    })
    expect([rejection.status, rejection.body.errors]).toEqual([422, { password: 'Password salah' }])
  })

  test('that was promoted can replace its one-time password in the settings', async () => {
    const gita = googleAccount()
    await attempt(gita)
    const email = String(gita['email'])
    await makeAdmin(
      { database: site.database, clock: site.clock, passwords: site.passwords, audit: site.app.modules.audit },
      { email, name: '', promote: true },
      'sekali-pakai-7',
    )
    const { token } = (await attempt(gita)).body.data
    const change = { currentPassword: 'sekali-pakai-7', newPassword: 'jahe-hangat-3' }
    expect((await site.call('POST', '/me/password', { token, body: change })).status).toBe(200)
    const signedIn = await site.call('POST', '/sign-in', { body: { email, password: 'jahe-hangat-3' } })
    expect([signedIn.status, signedIn.body.data?.role]).toEqual([200, 'admin'])
  })

  test('returns 429 with Retry-After after too many wrong passwords', async () => {
    const { email } = await site.createStudent()
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...googleAccount({ email }), nonce })
    for (let count = 0; count < 10; count++) expect((await send(token, { password: 'salah' })).status).toBe(422)
    const { status, headers, body } = await send(token, { password })
    expect([status, body.retryAfterSeconds > 0, headers.get('retry-after')]).toEqual([
      429,
      true,
      String(body.retryAfterSeconds),
    ])
  })

  test('of staff is never linked without its password', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    await site.app.modules.identity.createUser({
      name: 'Ibu Admin',
      email,
      password,
      role: 'admin',
      emailVerifiedAt: site.clock.now(),
    })
    expect((await attempt({ email })).body.code).toBe('link-needs-password')
  })

  test('that is linked is not opened by another Google account with the same address', async () => {
    const gita = googleAccount()
    await attempt(gita)
    expect(failureOf(await attempt({ ...gita, sub: 'another-sub' }))).toEqual(rejected)
  })

  test('that is disabled stays disabled', async () => {
    const admin = await site.createAdmin()
    const gita = googleAccount()
    const { body } = await attempt(gita)
    await site.call('PUT', `/admin/students/${body.data.user._id}/access`, {
      body: { disabled: true },
      token: admin.token,
    })
    expect((await attempt(gita)).body.code).toBe('account-disabled')
  })
})

describe('a Google account with an unverified address', () => {
  test('is rejected with a clear message, with and without an account of this address', async () => {
    const { email } = await site.createStudent()
    for (const address of [`${crypto.randomUUID()}@gmail.com`, email]) {
      for (const email_verified of [false, undefined]) {
        const { status, body } = await attempt({ email: address, email_verified })
        expect([status, body.code, body.message]).toEqual([
          403,
          'google-email-unverified',
          expect.stringContaining('belum memverifikasi alamat email'),
        ])
      }
    }
  })

  test('still signs in to the account that it was linked to before', async () => {
    const gita = googleAccount()
    await attempt(gita)
    expect((await attempt({ ...gita, email: 'alamat-lain@tamu.example', email_verified: false })).status).toBe(200)
  })
})

describe('the issuer', () => {
  test('may rotate its keys: tokens of the new and of the previous key are valid', async () => {
    expect((await attempt()).status).toBe(200)
    const before = await site.google.signingKey()
    await site.google.rotate()
    expect([(await attempt()).status, (await attempt({}, { key: before })).status]).toEqual([200, 200])
    await site.google.rotate()
    expect((await attempt()).status).toBe(200)
    expect(failureOf(await attempt({}, { key: before }))).toEqual(rejected)
  })

  test('may be unreachable: known keys still work, unknown keys return 503', async () => {
    await attempt()
    site.google.setDown(true)
    expect((await attempt()).status).toBe(200)
    const unknown = await attempt({}, { key: await site.google.makeForeignKey() })
    expect([unknown.status, unknown.body.message]).toEqual([503, 'Login dengan Google gagal'])
    site.google.setDown(false)
  })
})

test('nonces are stored once they are used, not when anybody asks for one', async () => {
  const stored = async () => (await site.database.query.select().from(googleNonces)).length
  const before = await stored()
  await Promise.all(Array.from({ length: 50 }, () => site.call('GET', '/auth/google/nonce')))
  expect(await stored()).toBe(before)
})

test('the nonce cookie is HttpOnly and SameSite=Lax', async () => {
  const { cookie } = await browser()
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
  expect(cookie).toContain('Path=/api/auth/google')
})

test('with an HTTPS public URL the cookie is Secure, also behind a proxy that forwards plain HTTP', async () => {
  const behindProxy = await startTestSite({ publicUrl: 'https://cendaki.test' })
  try {
    const response = await behindProxy.app.fetch(new Request('http://127.0.0.1:3000/api/auth/google/nonce'))
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
  } finally {
    await behindProxy.close()
  }
})

test('the sandbox issues tokens for the accounts in its form', async () => {
  const { nonce, send } = await browser()
  const form = new URLSearchParams({ client_id: googleClientId, nonce, sub: sandboxAccounts[0]?.sub ?? '' })
  const page = await (
    await site.google.fetch(new Request('http://google.test/gsi/select', { method: 'POST', body: form }))
  ).text()
  const { body } = await send(/data-credential="([^"]+)"/.exec(page)?.[1] ?? '')
  expect(body.data.user.email).toBe('gita.gunung@gmail.com')
})
