import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { passkeyChallenges, signInTickets } from '#server/identity/tables.ts'
import { createAuthenticator } from '#testing/materials/authenticator.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { enableTwoSteps } from '#testing/materials/two-step.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

type Authenticator = ReturnType<typeof createAuthenticator>

const creationOptions = async (token: string) => (await site.call('POST', '/me/passkeys/options', { token })).body.data
const signatureOptions = async () => (await site.call('POST', '/sign-in/passkey/options')).body.data
const add = (token: string, response: object, name = 'HP Sari') =>
  site.call('POST', '/me/passkeys', { token, body: { name, response } })
async function addPasskey(
  { token }: Pick<SignedIn, 'token'>,
  authenticator: Authenticator = createAuthenticator(),
  name?: string,
) {
  const response = await add(token, authenticator.create(await creationOptions(token)), name)
  expect(response.status).toBe(201)
  return authenticator
}
const signIn = (response: object, client = 'test') =>
  site.call('POST', '/sign-in/passkey', { body: { response }, client })

describe('adding a passkey', () => {
  test('names it, lists it, mails the owner, and is audited', async () => {
    const student = await site.createStudent()
    await addPasskey(student)
    const { body } = await site.call('GET', '/me/two-step', { token: student.token })
    expect(body.data).toEqual({
      totp: false,
      passkeys: [
        { _id: expect.any(String), name: 'HP Sari', createdAt: site.clock.now().toISOString(), lastUsedAt: null },
      ],
      recoveryCodesLeft: 0,
    })
    expect((await site.mailsTo(student.email)).map(({ subject }) => subject)).toContain('Passkey ditambahkan ke akunmu')
    const { entries } = await site.app.modules.audit.list({ subjectId: student.id }, { page: 1, limit: 1 })
    expect(entries).toMatchObject([{ action: 'user.passkey-added', details: { name: 'HP Sari' } }])
  })

  test('asks for a discoverable passkey with a check of its user, and none that the account has', async () => {
    const student = await site.createStudent()
    const authenticator = await addPasskey(student)
    const options = await creationOptions(student.token)
    expect(options).toMatchObject({
      rp: { id: 'cendaki.test', name: 'Cendaki' },
      user: { name: student.email, displayName: student.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.create(options).id }],
    })
  })

  const another: Record<string, object> = {
    'of another origin': { origin: 'https://cendaki.example' },
    'of another site': { rpId: 'lain.test' },
    'without a check of its user': { verifiesUser: false },
  }
  test.each(Object.entries(another))('rejects one %s', async (_, signing) => {
    const { token } = await site.createStudent()
    const { status, body } = await add(token, createAuthenticator().create(await creationOptions(token), signing))
    expect([status, body.errors]).toEqual([422, { response: 'Passkey ini tidak bisa dipakai. Coba buat lagi.' }])
  })

  test('rejects a challenge that was used, expired, or given to another user or purpose', async () => {
    const [student, other] = [await site.createStudent(), await site.createStudent()]
    const options = await creationOptions(student.token)
    expect((await add(student.token, createAuthenticator().create(options))).status).toBe(201)
    expect((await add(student.token, createAuthenticator().create(options))).status).toBe(422)
    expect((await add(student.token, createAuthenticator().create(await creationOptions(other.token)))).status).toBe(
      422,
    )
    const forSigning = await signatureOptions()
    expect((await add(student.token, createAuthenticator().create({ ...forSigning, user: options.user }))).status).toBe(
      422,
    )
    const late = await creationOptions(student.token)
    site.clock.advance(5 * minuteMs)
    expect((await add(student.token, createAuthenticator().create(late))).status).toBe(422)
  })

  test('rejects the same passkey twice, an eleventh one, and a missing name', async () => {
    const student = await site.createStudent()
    const authenticator = await addPasskey(student)
    expect((await add(student.token, authenticator.create(await creationOptions(student.token)))).status).toBe(422)
    expect(
      (await add(student.token, createAuthenticator().create(await creationOptions(student.token)), ' ')).body.errors,
    ).toEqual({
      name: 'Nama passkey wajib diisi',
    })
    for (let count = 1; count < 10; count++) await addPasskey(student)
    const { status, body } = await add(
      student.token,
      createAuthenticator().create(await creationOptions(student.token)),
    )
    expect([status, body.code]).toEqual([409, 'too-many-passkeys'])
  })
})

describe('signing in with a passkey', () => {
  test('starts a session without a password, also of an account with two steps, and updates when it was used', async () => {
    const student = await site.createStudent()
    const authenticator = await addPasskey(student)
    await enableTwoSteps(site, student)
    const { status, body } = await signIn(authenticator.sign(await signatureOptions()))
    expect([status, body.data.user._id, body.data.role]).toEqual([200, student.id, 'student'])
    const { passkeys } = (await site.call('GET', '/me/two-step', { token: body.data.token })).body.data
    expect(passkeys[0].lastUsedAt).toBe(site.clock.now().toISOString())
    expect((await site.call('DELETE', '/me/two-step/totp', { token: body.data.token })).status).toBe(200)
  })

  const wrong: Record<string, object> = {
    'another origin': { origin: 'https://cendaki.example' },
    'another site': { rpId: 'lain.test' },
    'no check of its user': { verifiesUser: false },
  }
  test.each(Object.entries(wrong))('rejects a signature with %s', async (_, signing) => {
    const authenticator = await addPasskey(await site.createStudent())
    const { status, body } = await signIn(authenticator.sign(await signatureOptions(), signing))
    expect([status, body.code]).toEqual([401, 'unknown-passkey'])
  })

  test('rejects an unknown passkey, a changed signature, a used and an expired challenge', async () => {
    const authenticator = await addPasskey(await site.createStudent())
    expect((await signIn(createAuthenticator().sign(await signatureOptions()))).status).toBe(401)
    const signed = authenticator.sign(await signatureOptions())
    expect((await signIn({ ...signed, response: { ...signed.response, signature: 'MEUCIQ' } })).status).toBe(401)
    const options = await signatureOptions()
    expect((await signIn(authenticator.sign(options))).status).toBe(200)
    expect((await signIn(authenticator.sign(options))).status).toBe(401)
    const late = await signatureOptions()
    site.clock.advance(5 * minuteMs)
    expect((await signIn(authenticator.sign(late))).status).toBe(401)
  })

  test('rejects a copied authenticator, whose count falls behind', async () => {
    const authenticator = await addPasskey(await site.createStudent())
    for (let count = 0; count < 3; count++)
      expect((await signIn(authenticator.sign(await signatureOptions()))).status).toBe(200)
    authenticator.setSignCount(1)
    expect((await signIn(authenticator.sign(await signatureOptions()))).status).toBe(401)
  })

  test('rejects a disabled account', async () => {
    const [admin, student] = [await site.createAdmin(), await site.createStudent()]
    const authenticator = await addPasskey(student)
    await site.call('PUT', `/admin/students/${student.id}/access`, { token: admin.token, body: { disabled: true } })
    expect((await signIn(authenticator.sign(await signatureOptions()))).body.code).toBe('account-disabled')
  })

  test.each([{}, { id: 'x' }, 'teks', null, { id: '!', rawId: 'x', type: 'public-key', response: {} }])(
    'returns 422 for %j',
    async (response) => {
      expect((await signIn(response as object)).status).toBe(422)
    },
  )

  test.each(['AAAA', Buffer.from('[1').toString('base64url'), Buffer.from('null').toString('base64url')])(
    'returns 401 for bytes without meaning (%s)',
    async (data) => {
      const authenticator = await addPasskey(await site.createStudent())
      const signed = authenticator.sign(await signatureOptions())
      expect((await signIn({ ...signed, response: { ...signed.response, clientDataJSON: data } })).status).toBe(401)
      expect((await signIn({ ...signed, response: { ...signed.response, authenticatorData: data } })).status).toBe(401)
    },
  )

  test('limits failures per client, without rejecting the passkeys of others behind the same address', async () => {
    const neighbour = await addPasskey(await site.createStudent())
    const attempt = async () => signIn(createAuthenticator().sign(await signatureOptions()), 'penebak')
    for (let count = 0; count < 20; count++) expect((await attempt()).status).toBe(401)
    expect((await attempt()).status).toBe(429)
    expect((await signIn(neighbour.sign(await signatureOptions()), 'penebak')).status).toBe(200)
  })
})

describe('a passkey as the second step', () => {
  const ticketOf = async ({ email }: SignedIn) =>
    (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.twoStep

  test('completes a sign-in with the password', async () => {
    const student = await site.createStudent()
    const authenticator = await addPasskey(student)
    await enableTwoSteps(site, student)
    const { ticket, methods } = await ticketOf(student)
    expect(methods).toEqual(['totp', 'passkey', 'recovery-code'])
    const response = authenticator.sign(await signatureOptions())
    expect((await site.call('POST', '/sign-in/two-step', { body: { ticket, response } })).body.data.user._id).toBe(
      student.id,
    )
  })

  test('of another user is rejected at its field', async () => {
    const [student, other] = [await site.createStudent(), await site.createStudent()]
    const theirs = await addPasskey(other)
    await enableTwoSteps(site, student)
    const { ticket } = await ticketOf(student)
    const { status, body } = await site.call('POST', '/sign-in/two-step', {
      body: { ticket, response: theirs.sign(await signatureOptions()) },
    })
    expect([status, body.errors]).toEqual([401, { response: 'Passkey tidak dikenali' }])
  })

  test('a passkey without an authenticator app leaves the password a sign-in of its own', async () => {
    const student = await site.createStudent()
    await addPasskey(student)
    const { body } = await site.call('POST', '/sign-in', { body: { email: student.email, password } })
    expect(body.data.token).toMatch(/^kls_/)
  })
})

test('a removed passkey signs in no more, and only its owner removes it', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const authenticator = await addPasskey(student)
  const { _id } = (await site.call('GET', '/me/two-step', { token: student.token })).body.data.passkeys[0]
  expect((await site.call('DELETE', `/me/passkeys/${_id}`, { token: other.token })).status).toBe(404)
  expect((await site.call('DELETE', `/me/passkeys/${_id}`, { token: student.token })).status).toBe(200)
  expect((await site.call('DELETE', `/me/passkeys/${_id}`, { token: student.token })).status).toBe(404)
  expect((await signIn(authenticator.sign(await signatureOptions()))).status).toBe(401)
  expect((await site.mailsTo(student.email)).map(({ subject }) => subject)).toContain('Passkey dihapus dari akunmu')
})

test('a passkey steps up instead of a password or a code, and only the own one', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const [mine, theirs] = [await addPasskey(student), await addPasskey(other)]
  await enableTwoSteps(site, student)
  site.clock.advance(11 * minuteMs)
  const stepUp = (response: object) => site.call('POST', '/me/step-up', { token: student.token, body: { response } })
  expect((await stepUp(theirs.sign(await signatureOptions()))).body.errors).toEqual({
    response: 'Passkey tidak dikenali',
  })
  expect((await site.call('POST', '/me/two-step/recovery-codes', { token: student.token })).body.code).toBe(
    'step-up-required',
  )
  expect((await stepUp(mine.sign(await signatureOptions()))).status).toBe(200)
  expect((await site.call('POST', '/me/two-step/recovery-codes', { token: student.token })).status).toBe(200)
})

test('the first proof of a mailbox, an admin’s reset and the deletion of the account remove passkeys', async () => {
  const admin = await site.createAdmin()
  const [one, two, three] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const keys = [await addPasskey(one), await addPasskey(two), await addPasskey(three)]
  await site.database.query.execute(`update users set email_verified_at = null where id = '${one.id}'`)
  await site.call('POST', '/auth/forgot-password', { body: { email: one.email } })
  const token = /#token=([\w-]+)/.exec((await site.mailsTo(one.email)).at(-1)?.text ?? '')?.[1]
  await site.call('POST', '/auth/reset-password', { body: { token, password: 'punya-korban-1' } })
  await site.call('DELETE', `/admin/students/${two.id}/two-step`, { token: admin.token })
  const { body } = await site.call('GET', '/me/export', { token: three.token })
  expect(body.data.twoStep.passkeys).toEqual([
    { name: 'HP Sari', createdAt: site.clock.now().toISOString(), lastUsedAt: null },
  ])
  await site.call('POST', '/me/deletion', { token: three.token, body: { email: three.email, password } })
  for (const key of keys) expect((await signIn(key.sign(await signatureOptions()))).status).toBe(401)
})

test('expired challenges and tickets are deleted', async () => {
  const student = await site.createStudent()
  await enableTwoSteps(site, student)
  await site.call('POST', '/sign-in', { body: { email: student.email, password } })
  await signatureOptions()
  site.clock.advance(6 * minuteMs)
  await site.app.retention.purge('sign-in-steps')
  expect(await site.database.query.select().from(passkeyChallenges)).toEqual([])
  expect(await site.database.query.select().from(signInTickets)).toEqual([])
})
