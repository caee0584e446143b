import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '#testing/materials/authenticator.ts'
import { password } from '#testing/factories.ts'
import { codeOf, enableTwoSteps } from '#testing/materials/two-step.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const concurrent = 8
const times = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: concurrent }, (_, index) => work(index)))
const successes = (responses: readonly { status: number }[]) => responses.filter(({ status }) => status < 300).length
const ticketsOf = (email: string) =>
  times(
    async (index) =>
      (await site.call('POST', '/sign-in', { body: { email, password }, client: `a${index}` })).body.data.twoStep
        .ticket as string,
  )

test('of concurrent sign-ins with one code one succeeds', async () => {
  const student = await site.createStudent()
  const { secret } = await enableTwoSteps(site, student)
  const tickets = await ticketsOf(student.email)
  const code = codeOf(secret, site)
  const responses = await times((index) =>
    site.call('POST', '/sign-in/two-step', { body: { ticket: tickets[index], code }, client: `b${index}` }),
  )
  expect(successes(responses)).toBe(1)
})

test('of concurrent step-ups with one code one succeeds', async () => {
  const student = await site.createStudent()
  const { secret } = await enableTwoSteps(site, student)
  const code = codeOf(secret, site)
  expect(successes(await times(() => site.call('POST', '/me/step-up', { token: student.token, body: { code } })))).toBe(
    1,
  )
})

test('of concurrent sign-ins with one ticket or one recovery code one succeeds', async () => {
  const student = await site.createStudent()
  const { recoveryCodes } = await enableTwoSteps(site, student)
  const [ticket] = await ticketsOf(student.email)
  const byTicket = await times((index) =>
    site.call('POST', '/sign-in/two-step', {
      body: { ticket, recoveryCode: recoveryCodes[index] },
      client: `c${index}`,
    }),
  )
  expect(successes(byTicket)).toBe(1)
  const tickets = await ticketsOf(student.email)
  const byCode = await times((index) =>
    site.call('POST', '/sign-in/two-step', {
      body: { ticket: tickets[index], recoveryCode: recoveryCodes[9] },
      client: `d${index}`,
    }),
  )
  expect(successes(byCode)).toBe(1)
})

test('of concurrent uses of one challenge one succeeds, and there are never more than ten passkeys', async () => {
  const student = await site.createStudent()
  const { token } = student
  const creationOptions = async () => (await site.call('POST', '/me/passkeys/options', { token })).body.data
  const authenticators = Array.from({ length: 2 * concurrent }, () => createAuthenticator())
  const added = await Promise.all(
    authenticators.map(async (authenticator) =>
      site.call('POST', '/me/passkeys', {
        token,
        body: { name: 'Kunci', response: authenticator.create(await creationOptions()) },
      }),
    ),
  )
  expect(successes(added)).toBe(10)
  const known = authenticators[added.findIndex(({ status }) => status === 201)]
  const options = (await site.call('POST', '/sign-in/passkey/options')).body.data
  const responses = await times(() =>
    site.call('POST', '/sign-in/passkey', { body: { response: known?.sign(options) } }),
  )
  expect(successes(responses)).toBe(1)
})
