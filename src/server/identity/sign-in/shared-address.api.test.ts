import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { password } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Many students behind one IP address, one of whom attacks.
let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const newAddress = () => `${crypto.randomUUID()}@contoh.id`
const countOf = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('sign-up behind a shared address', () => {
  // As a browser that cannot solve challenges.
  const headers = { 'x-challenge': 'unsupported' }
  const signUp = (email: string, client: string) =>
    site.call('POST', '/sign-up', { body: { name: 'Sari Dewi', email, password: 'teh-melati-9' }, client, headers })

  test('a burst of taken addresses gets that response five times, and continues by mail with the same response for a free address', async () => {
    const taken = await site.createStudent()
    const burst = await times(45, () => signUp(taken.email, 'kampus-1'))
    expect([countOf(burst, 409), countOf(burst, 429)]).toEqual([5, 40])
    const free = newAddress()
    const [ofTaken, ofFree] = [await signUp(taken.email, 'kampus-1'), await signUp(free, 'kampus-1')]
    expect([ofFree.status, ofFree.body.code, ofFree.headers.get('retry-after')]).toEqual([
      429,
      'continue-by-mail',
      '720',
    ])
    expect({ ...ofFree.body, requestId: '' }).toEqual({ ...ofTaken.body, requestId: '' })
    await site.app.idle()
    expect((await site.mailsTo(taken.email)).map(({ kind }) => kind)).toEqual([
      'address-taken',
      'address-taken',
      'address-taken',
    ])
    const [welcome] = await site.mailsTo(free)
    const token = /#token=([\w-]+)/.exec(welcome?.text ?? '')?.[1]
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token, password: 'jahe-hangat-3' } })).status,
    ).toBe(200)
    expect(
      (await site.call('POST', '/sign-in', { body: { email: free, password: 'jahe-hangat-3' }, client: 'kampus-1' }))
        .status,
    ).toBe(200)
    site.clock.advance(13 * minuteMs)
    expect((await signUp(newAddress(), 'kampus-1')).status).toBe(201)
  })

  test('a class signs up at once', async () => {
    expect(countOf(await times(30, () => signUp(newAddress(), 'kampus-2')), 201)).toBe(30)
  })
})

describe('sign-in behind a shared address', () => {
  const signIn = (email: string, client: string, secret = password, cookie = '') =>
    site.call('POST', '/sign-in', { body: { email, password: secret }, client, headers: { cookie } })
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? ''
  /** Uses up the attempts of the address with wrong passwords of other accounts. */
  const attack = (client: string) =>
    times(40, (index) => signIn(`${client}-${index}@contoh.id`, client, 'salah-sekali'))

  test('the right password of an unknown browser waits at most 15 seconds, however many attempts there were', async () => {
    const { email } = await site.createStudent()
    const attempts = await attack('kampus-3')
    expect([countOf(attempts, 401), countOf(attempts, 429)]).toEqual([20, 20])
    const rejected = await signIn(email, 'kampus-3')
    expect([rejected.status, rejected.body.retryAfterSeconds]).toEqual([429, 15])
    site.clock.advance(15_000)
    expect((await signIn(email, 'kampus-3')).status).toBe(200)
  })

  test('a full queue of wrong passwords offers a challenge to everyone else behind the address, instead of failing', async () => {
    const { email } = await site.createStudent()
    const flood = times(120, (index) => signIn(`antre-${index}@contoh.id`, 'kampus-12', 'salah-sekali'))
    const rejected = await signIn(email, 'kampus-12')
    expect([rejected.status, rejected.body.retryAfterSeconds, rejected.body.challenge?.parameters.algorithm]).toEqual([
      429,
      1,
      'PBKDF2/SHA-256',
    ])
    expect(countOf(await flood, 503)).toBe(0)
  })

  test('a browser that signed in before is not rejected at all, in none of its accounts', async () => {
    const [first, second] = [await site.createStudent(), await site.createStudent()]
    const cookie = cookieOf(await signIn(first.email, 'kampus-4'))
    const both = cookieOf(await signIn(second.email, 'kampus-4', password, cookie))
    await attack('kampus-4')
    expect((await signIn(first.email, 'kampus-4')).status).toBe(429)
    expect([
      (await signIn(first.email, 'kampus-4', password, both)).status,
      (await signIn(second.email, 'kampus-4', password, both)).status,
    ]).toEqual([200, 200])
    // Known for one account only, and not when it is made up.
    expect((await signIn(second.email, 'kampus-4', password, cookie)).status).toBe(429)
    expect((await signIn(first.email, 'kampus-4', password, 'cendaki-device=1795230000.tebakan')).status).toBe(429)
  })

  test('a browser that signed in before is not locked out by wrong passwords for its own account', async () => {
    const { email } = await site.createStudent()
    const cookie = cookieOf(await signIn(email, 'kampus-5'))
    for (let count = 0; count < 5; count++) await signIn(email, 'kampus-5', 'salah-sekali')
    expect((await signIn(email, 'kampus-5')).status).toBe(429)
    expect((await signIn(email, 'kampus-5', password, cookie)).status).toBe(200)
  })

  test('the cookie gives no further attempts', async () => {
    const { email } = await site.createStudent()
    const cookie = cookieOf(await signIn(email, 'kampus-6'))
    const attempts = await times(12, () => signIn(email, 'kampus-6', 'salah-sekali', cookie))
    expect([countOf(attempts, 401), countOf(attempts, 429)]).toEqual([5, 7])
  })

  test('the cookie is HttpOnly, names no account, and is sent to sign-in only', async () => {
    const { email } = await site.createStudent()
    const header = (await signIn(email, 'kampus-7')).headers.get('set-cookie') ?? ''
    expect(header).toMatch(
      /^cendaki-device=\d+\.[\w-]{43}; Path=\/api\/sign-in; Max-Age=31536000; HttpOnly; SameSite=Lax/,
    )
  })
})

test('reset requests of a class are all accepted', async () => {
  const asked = await times(40, (index) =>
    site.call('POST', '/auth/forgot-password', { body: { email: `siswa${index}@contoh.id` }, client: 'kampus-8' }),
  )
  expect(countOf(asked, 200)).toBe(40)
})

test('invalid Google tokens of a neighbour do not reject a valid one', async () => {
  const client = 'kampus-9'
  const invalid = await times(30, () => site.call('POST', '/auth/google', { client, body: { idToken: 'bukan-token' } }))
  expect([countOf(invalid, 401), countOf(invalid, 429)]).toEqual([20, 10])
  const { headers, body } = await site.call('GET', '/auth/google/nonce', { client })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const claims = {
    sub: crypto.randomUUID(),
    name: 'Gita Gunung',
    email: `${crypto.randomUUID()}@gmail.com`,
    email_verified: true,
    nonce: body.data.nonce,
  }
  const idToken = await site.google.issue(claims)
  expect((await site.call('POST', '/auth/google', { client, body: { idToken }, headers: { cookie } })).status).toBe(200)
})

test('a burst of password re-checks passes ten times at most, and never blocks another user', async () => {
  const [student, neighbour] = [await site.createStudent(), await site.createStudent()]
  const change = (token: string, currentPassword: string) =>
    site.call('POST', '/me/password', { token, body: { currentPassword, newPassword: 'jahe-hangat-3' } })
  const burst = times(41, () => change(student.token, 'salah-sekali'))
  const other = await change(neighbour.token, password)
  expect(other.status).toBe(200)
  const responses = await burst
  expect([countOf(responses, 422), countOf(responses, 429)]).toEqual([10, 31])
})
