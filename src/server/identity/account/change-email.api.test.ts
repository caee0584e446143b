import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin } from '#server/identity/index.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let addresses = 0
const newAddress = () => `alamat-baru-${++addresses}@contoh.id`
const ask = (who: SignedIn, email: string, secret: string | undefined = password) =>
  site.call('POST', '/me/email', { token: who.token, body: { email, ...(secret === undefined ? {} : { password: secret }) } })
const confirm = (token: string) => site.call('POST', '/auth/change-email', { body: { token } })
const linkTo = async (email: string) =>
  /#token=([\w-]+)/.exec((await site.mailsTo(email)).findLast(({ kind }) => kind === 'change-email')?.text ?? '')?.[1] ?? ''
const kindsTo = async (email: string) => (await site.mailsTo(email)).map(({ kind }) => kind)
const signIn = (email: string) => site.call('POST', '/sign-in', { body: { email, password }, client: email })
const accountOf = async (who: SignedIn) => (await site.call('GET', '/me', { token: who.token })).body.data

describe('another e-mail address', () => {
  test('counts once the link mailed to it is opened; until then nothing has changed', async () => {
    const [who, email] = [await site.createStudent(), newAddress()]
    const asked = await ask(who, ` ${email.toUpperCase()} `)
    expect([asked.status, asked.body.message]).toEqual([200, 'Kami mengirim tautan ke alamat baru. Alamat berganti setelah tautan itu dibuka.'])
    expect(await accountOf(who)).toMatchObject({ email: who.email, pendingEmail: email })
    expect((await signIn(email)).status).toBe(401)
    expect((await confirm(await linkTo(email))).status).toBe(200)
    expect(await accountOf(who)).toMatchObject({ email, emailVerified: true, pendingEmail: null })
    expect([(await signIn(email)).status, (await signIn(who.email)).status]).toEqual([200, 401])
  })

  test('is told to the old one, without giving the new one away', async () => {
    const [who, email] = [await site.createStudent(), newAddress()]
    await ask(who, email)
    await confirm(await linkTo(email))
    const told = (await site.mailsTo(who.email)).at(-1)
    expect([told?.kind, told?.text.includes('a•••@contoh.id'), told?.text.includes(email)]).toEqual(['email-changed', true, false])
  })

  test('makes links that wait in the old mailbox worthless', async () => {
    const [who, email] = [await site.createStudent(), newAddress()]
    await site.call('POST', '/auth/forgot-password', { body: { email: who.email }, client: who.email })
    const reset = /#token=([\w-]+)/.exec((await site.mailsTo(who.email)).at(-1)?.text ?? '')?.[1]
    await ask(who, email)
    await confirm(await linkTo(email))
    expect((await site.call('POST', '/auth/reset-password', { body: { token: reset, password: 'jahe-hangat-3' } })).status).toBe(422)
  })

  test('that has an account already is answered alike; its owner is told, and nobody’s account changes', async () => {
    const [who, owner] = [await site.createStudent(), await site.createStudent()]
    const [free, taken] = [await ask(who, newAddress()), await ask(who, owner.email)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await kindsTo(owner.email)).toEqual(['address-taken'])
    expect((await site.mailsTo(owner.email)).at(-1)?.text).not.toContain('#token=')
    expect((await accountOf(who)).email).toBe(who.email)
  })

  test('that somebody else takes meanwhile is not taken from them, whoever is faster', async () => {
    const [who, other, email] = [await site.createStudent(), await site.createStudent(), newAddress()]
    await ask(who, email)
    const first = await linkTo(email)
    await ask(other, email)
    const both = await Promise.all([confirm(first), confirm(await linkTo(email))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('address-taken')
  })

  test('has a link that works once, for a day, and only the newest', async () => {
    const [who, first, second] = [await site.createStudent(), newAddress(), newAddress()]
    await ask(who, first)
    await ask(who, second)
    expect((await confirm(await linkTo(first))).body.code).toBe('invalid-link')
    const link = await linkTo(second)
    expect([(await confirm(link)).status, (await confirm(link)).status]).toEqual([200, 422])
    await ask(who, first)
    site.clock.advance(25 * 3_600_000)
    expect((await confirm(await linkTo(first))).status).toBe(422)
  })

  test('needs the present password', async () => {
    const who = await site.createStudent()
    expect((await ask(who, newAddress(), 'salah')).body.errors).toEqual({ password: 'Password salah' })
    expect((await site.call('POST', '/me/email', { token: who.token, body: { email: newAddress() } })).status).toBe(422)
    expect((await ask(who, who.email)).body.errors).toEqual({ email: 'Ini sudah alamat akunmu' })
    expect((await ask(who, 'bukan-email')).body.errors).toEqual({ email: 'Email tidak valid' })
    expect((await site.call('POST', '/me/email', { body: { email: newAddress(), password } })).status).toBe(401)
  })

  test('of somebody who signs in with Google needs a sign-in of just now', async () => {
    const nonce = await site.call('GET', '/auth/google/nonce')
    const idToken = await site.google.issue({
      sub: 'tanpa-password',
      name: 'Gita Gunung',
      email: 'gita-tanpa-password@gmail.com',
      email_verified: true,
      nonce: nonce.body.data.nonce,
    })
    const cookie = nonce.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { body } = await site.call('POST', '/auth/google', { body: { idToken }, headers: { cookie } })
    const gita = { token: body.data.token, id: body.data.user._id, email: body.data.user.email, name: 'Gita' }
    const email = newAddress()
    site.clock.advance(11 * 60_000)
    expect((await ask(gita, email, undefined)).body.code).toBe('sign-in-again')
    site.clock.advance(-2 * 60_000)
    expect((await ask(gita, email, undefined)).status).toBe(200)
    site.clock.advance(2 * 60_000)
    expect((await confirm(await linkTo(email))).status).toBe(200)
  })

  test('is asked for five times an hour at most, and one mailbox is written to three times', async () => {
    const [who, victim] = [await site.createStudent(), newAddress()]
    for (let count = 0; count < 5; count++) expect((await ask(who, victim)).status).toBe(200)
    expect((await ask(who, victim)).status).toBe(429)
    expect(await kindsTo(victim)).toHaveLength(3)
  })

  test('leaves a trace in the log of acts', async () => {
    const [who, email, admin] = [await site.createStudent(), newAddress(), await site.createAdmin()]
    await ask(who, email)
    await confirm(await linkTo(email))
    const { body } = await site.call('GET', '/admin/audit?action=user.email-changed', { token: admin.token })
    expect(body.data[0]).toMatchObject({ actor: { _id: who.id }, subject: { _id: who.id } })
  })

  test('that was asked for is told to the present address, without giving the new one away', async () => {
    const [who, email] = [await site.createStudent(), newAddress()]
    await ask(who, email)
    const told = (await site.mailsTo(who.email)).at(-1)
    expect([told?.kind, told?.text.includes('a•••@contoh.id'), told?.text.includes(email)]).toEqual(['email-change-asked', true, false])
    expect(told?.text).toContain('/auth/forgot-password')
    expect(told?.text).not.toContain('#token=')
  })

  test('that waits can be called off by its owner, and by nobody else', async () => {
    const [who, stranger, email] = [await site.createStudent(), await site.createStudent(), newAddress()]
    const callOff = (token?: string) => site.call('DELETE', '/me/email', token ? { token } : {})
    await ask(who, email)
    expect([(await callOff()).status, (await callOff(stranger.token)).status]).toEqual([401, 200])
    expect((await accountOf(who)).pendingEmail).toBe(email)
    const { status, body } = await callOff(who.token)
    expect([status, body.message]).toEqual([200, 'Permintaan ganti email dibatalkan.'])
    expect((await accountOf(who)).pendingEmail).toBeNull()
    expect((await confirm(await linkTo(email))).body.code).toBe('invalid-link')
    expect((await callOff(who.token)).status).toBe(200)
  })
})

describe('whoever knew the old password cannot move the account after the owner set a new one:', () => {
  async function burgled() {
    const [who, email] = [await site.createStudent(), newAddress()]
    await ask(who, email)
    return { who, email, link: await linkTo(email) }
  }
  const expectToStay = async ({ who, email, link }: Awaited<ReturnType<typeof burgled>>, newPassword: string, status = 200) => {
    expect((await confirm(link)).body.code).toBe('invalid-link')
    const signedIn = await site.call('POST', '/sign-in', { body: { email: who.email, password: newPassword }, client: email })
    expect(signedIn.status).toBe(status)
  }

  test('by a mailed link', async () => {
    const theft = await burgled()
    await site.call('POST', '/auth/forgot-password', { body: { email: theft.who.email }, client: theft.email })
    const token = /#token=([\w-]+)/.exec((await site.mailsTo(theft.who.email)).at(-1)?.text ?? '')?.[1]
    expect((await site.call('POST', '/auth/reset-password', { body: { token, password: 'jahe-hangat-3' } })).status).toBe(200)
    await expectToStay(theft, 'jahe-hangat-3')
  })

  test('in the settings', async () => {
    const theft = await burgled()
    const changed = await site.call('POST', '/me/password', { token: theft.who.token, body: { currentPassword: password, newPassword: 'jahe-hangat-3' } })
    expect(changed.status).toBe(200)
    expect((await accountOf(theft.who)).pendingEmail).toBeNull()
    await expectToStay(theft, 'jahe-hangat-3')
  })

  test('by the operator’s command', async () => {
    const theft = await burgled()
    const { audit } = site.app.modules
    const wanted = { email: theft.who.email, name: '', promote: true }
    expect(await makeAdmin({ database: site.database, audit }, wanted, 'sekali-pakai-7')).toBe('made')
    await expectToStay(theft, 'sekali-pakai-7', 403)
  })

  test('and a link to a password that waits is void as well once another way was faster', async () => {
    const who = await site.createStudent()
    await site.call('POST', '/auth/forgot-password', { body: { email: who.email }, client: who.email })
    const token = /#token=([\w-]+)/.exec((await site.mailsTo(who.email)).at(-1)?.text ?? '')?.[1]
    await site.call('POST', '/me/password', { token: who.token, body: { currentPassword: password, newPassword: 'jahe-hangat-3' } })
    expect((await site.call('POST', '/auth/reset-password', { body: { token, password: 'lain-lagi-4' } })).body.code).toBe('invalid-link')
  })

  test('whichever of the two comes first, nothing fails', async () => {
    for (let round = 0; round < 5; round++) {
      const { who, email, link } = await burgled()
      await site.call('POST', '/auth/forgot-password', { body: { email: who.email }, client: email })
      const token = /#token=([\w-]+)/.exec((await site.mailsTo(who.email)).at(-1)?.text ?? '')?.[1]
      const both = await Promise.all([confirm(link), site.call('POST', '/auth/reset-password', { body: { token, password: 'jahe-hangat-3' } })])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    }
  })
})
