import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { password } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { solvedChallenges } from './challenges-tables.ts'

// A shared address that is over its limit: each caller solves a challenge, with the library that browsers use.
let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']
const newAddress = () => `${crypto.randomUUID()}@contoh.id`
/** Some at once: hundreds would wait for a connection to the database longer than they may on a busy machine. */
async function times<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < count) {
    const batch = Array.from({ length: Math.min(25, count - results.length) }, (_, index) => results.length + index)
    results.push(...(await Promise.all(batch.map(work))))
  }
  return results
}
const countOf = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length
const headerOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')

async function solve(challenge: Challenge): Promise<{ 'x-challenge': string }> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { 'x-challenge': headerOf({ challenge, solution }) }
}

const signIn = (email: string, client: string, secret = password, headers = {}) =>
  site.call('POST', '/sign-in', { body: { email, password: secret }, client, headers })
const signUp = (email: string, client: string, headers = {}) =>
  site.call('POST', '/sign-up', { body: { name: 'Sari Dewi', email, password: 'teh-melati-9' }, client, headers })
/** Uses up the attempts of an address with wrong passwords of many accounts. */
const useUpAttempts = (client: string) =>
  times(25, (index) => signIn(`${client}-${index}@contoh.id`, client, 'salah-sekali'))

describe('sign-in', () => {
  test('succeeds at once with a solved challenge while wrong passwords use up the attempts of the address; without one it is rejected with a new challenge', async () => {
    const { email } = await site.createStudent()
    await useUpAttempts('kampus-1')
    const rejected = await signIn(email, 'kampus-1')
    expect([rejected.status, rejected.body.code, rejected.body.challenge.parameters.algorithm]).toEqual([
      429,
      'too-many-requests',
      'PBKDF2/SHA-256',
    ])
    expect((await signIn(email, 'kampus-1', password, await solve(rejected.body.challenge))).status).toBe(200)
    expect((await signIn(email, 'kampus-1')).body.challenge).toBeDefined()
  })

  test('a solution counts once, for its operation, from its address, for five minutes, and only as it was issued', async () => {
    const { email } = await site.createStudent()
    await useUpAttempts('kampus-2')
    const challengeOf = async () => (await signIn(email, 'kampus-2')).body.challenge as Challenge
    const used = await solve(await challengeOf())
    expect((await signIn(email, 'kampus-2', password, used)).status).toBe(200)
    expect((await signIn(email, 'kampus-2', password, used)).status).toBe(429)

    const elsewhere = await solve(await challengeOf())
    await useUpAttempts('kampus-3')
    expect((await signIn(email, 'kampus-3', password, elsewhere)).status).toBe(429)

    const challenge = await challengeOf()
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } }
    const solution = await solveChallenge({ challenge: easier, deriveKey })
    expect(
      (await signIn(email, 'kampus-2', password, { 'x-challenge': headerOf({ challenge: easier, solution }) })).status,
    ).toBe(429)
    expect(
      (
        await signIn(email, 'kampus-2', password, {
          'x-challenge': headerOf({ challenge, solution: { counter: 1, derivedKey: '00' } }),
        })
      ).status,
    ).toBe(429)

    const late = await solve(await challengeOf())
    site.clock.advance(5 * minuteMs)
    await useUpAttempts('kampus-2')
    expect((await signIn(email, 'kampus-2', password, late)).status).toBe(429)
  })

  test('concurrent uses of one solution pass once', async () => {
    await useUpAttempts('kampus-4')
    const { email } = await site.createStudent()
    const header = await solve((await signIn(email, 'kampus-4')).body.challenge)
    const responses = await times(5, () => signIn(email, 'kampus-4', password, header))
    expect([countOf(responses, 200), countOf(responses, 429)]).toEqual([1, 4])
  })

  test('a solution gives no further attempts at one account', async () => {
    const { email } = await site.createStudent()
    for (let count = 0; count < 5; count++) await signIn(email, 'kampus-5', 'salah-sekali')
    await useUpAttempts('kampus-5')
    const rejected = await signIn(newAddress(), 'kampus-5')
    const withSolution = await signIn(email, 'kampus-5', 'salah-sekali', await solve(rejected.body.challenge))
    expect([withSolution.status, withSolution.body.challenge]).toEqual([429, undefined])
  })

  test.for([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['another shape', headerOf({ challenge: [], solution: null })],
    ['nested deeply', Buffer.from('['.repeat(1400)).toString('base64')],
    ['too long', 'A'.repeat(5000)],
  ])('a header with %s is like none', async ([, header]) => {
    const { email } = await site.createStudent()
    const client = crypto.randomUUID()
    expect((await signIn(email, client, password, { 'x-challenge': header })).status).toBe(200)
    await useUpAttempts(client)
    expect((await signIn(email, client, password, { 'x-challenge': header })).status).toBe(429)
  })

  test('after many failures with solved challenges the challenges are four times as hard', async () => {
    const client = 'kampus-6'
    await useUpAttempts(client)
    const cost = async () => (await signIn(newAddress(), client)).body.challenge.parameters.cost as number
    expect(await cost()).toBe(1)
    await times(61, () =>
      site.app.modules.rateLimiter.take([{ name: 'sign-in solved', times: 60, perMs: 5 * minuteMs }, client]),
    )
    expect(await cost()).toBe(4)
  })
})

describe('sign-up', () => {
  test('goes on with a solved challenge after five taken addresses, with the same challenge for taken and free addresses', async () => {
    const { email: taken } = await site.createStudent()
    await times(5, () => signUp(taken, 'kampus-7'))
    const free = newAddress()
    const [ofTaken, ofFree] = [await signUp(taken, 'kampus-7'), await signUp(free, 'kampus-7')]
    const withoutChallenge = ({ body }: { body: Record<string, unknown> }) => ({
      ...body,
      requestId: '',
      challenge: '',
    })
    expect([ofTaken.status, withoutChallenge(ofTaken)]).toEqual([ofFree.status, withoutChallenge(ofFree)])
    expect((await signUp(free, 'kampus-7', await solve(ofFree.body.challenge))).status).toBe(201)
    expect((await signUp(taken, 'kampus-7', await solve(ofTaken.body.challenge))).status).toBe(409)
  })

  test('after 300 new accounts of one address within an hour, more sign up with a solved challenge each', async () => {
    await times(300, () =>
      site.app.modules.rateLimiter.take([{ name: 'sign-up', times: 300, perMs: hourMs }, 'kampus-8']),
    )
    const rejected = await signUp(newAddress(), 'kampus-8')
    expect(rejected.status).toBe(429)
    expect((await signUp(newAddress(), 'kampus-8', await solve(rejected.body.challenge))).status).toBe(201)
  })
})

test('a password reset and a promo code are accepted with a solved challenge', async () => {
  const ask = (headers = {}) =>
    site.call('POST', '/auth/forgot-password', { body: { email: newAddress() }, client: 'kampus-9', headers })
  await times(300, () => ask())
  const rejected = await ask()
  expect(rejected.status).toBe(429)
  expect((await ask(await solve(rejected.body.challenge))).status).toBe(200)

  const course = await site.createCourse({ price: 100_000 })
  const quote = (promoCode: string, headers = {}) =>
    site.call('POST', '/checkout/quote', { body: { courseId: course.id, promoCode }, client: 'kampus-9', headers })
  await times(30, () => quote('SALAH'))
  const limited = await quote('SALAH')
  expect(limited.status).toBe(429)
  expect((await quote('SALAH', await solve(limited.body.challenge))).status).toBe(422)
})

test('solved challenges are deleted when they have expired', async () => {
  const countStored = async () => (await site.database.query.select().from(solvedChallenges)).length
  expect(await countStored()).toBeGreaterThan(0)
  site.clock.advance(10 * minuteMs)
  await site.app.retention.purge('solved-challenges')
  expect(await countStored()).toBe(0)
})

test('options for a passkey are given at once with a solved challenge while others use up the address', async () => {
  const makeOptions = (headers = {}) =>
    site.call('POST', '/sign-in/passkey/options', { client: 'kampus-passkey', headers })
  await times(300, () => makeOptions())
  const rejected = await makeOptions()
  expect(rejected.status).toBe(429)
  expect((await makeOptions(await solve(rejected.body.challenge))).status).toBe(200)
})
