import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { mailboxOf } from './mailbox.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let clients = 0
const newClient = () => `klien-${++clients}`
async function signUp(email: string, name = 'Sari Dewi'): Promise<{ token: string }> {
  expect((await site.call('POST', '/sign-up', { body: { name, email, password }, client: newClient() })).status).toBe(
    201,
  )
  return (await site.call('POST', '/sign-in', { body: { email, password }, client: newClient() })).body.data
}
type OwnMail = { kind: string; to: string }
const exportedMails = async ({ token }: { token: string }): Promise<OwnMail[]> =>
  (await site.call('GET', '/me/export', { token })).body.data.mails
const askForLink = (email: string) =>
  site.call('POST', '/auth/forgot-password', { body: { email }, client: newClient() })

async function changeAddress(user: SignedIn, email: string): Promise<void> {
  await site.call('POST', '/me/email', { token: user.token, body: { email, password } })
  const token = /#token=([\w-]+)/.exec((await site.mailsTo(email)).at(-1)?.text ?? '')?.[1]
  expect((await site.call('POST', '/auth/change-email', { token: user.token, body: { token } })).status).toBe(200)
}

test('mails belong to an account: who takes over an address gets none of those before, and deletes none of them', async () => {
  const before = await site.createStudent()
  await askForLink(before.email)
  await changeAddress(before, `pindah-${before.email}`)
  const own = await exportedMails(before)
  expect(own.filter(({ to }) => to === before.email).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['reset-password', 'email-changed']),
  )
  const next = await signUp(before.email)
  expect(await exportedMails(next)).toEqual([expect.objectContaining({ kind: 'verify-email', to: before.email })])
  expect(
    (await site.call('POST', '/me/deletion', { token: next.token, body: { email: before.email, password } })).status,
  ).toBe(200)
  expect(await exportedMails(before)).toEqual(own)
})

test('to an address that nobody proved, no mail has a name that a stranger chose; to a proven one it has its owner’s', async () => {
  const stranger = 'asing@contoh.id'
  await signUp(stranger, 'Hadiah Menantimu')
  expect((await site.mailsTo(stranger)).map(({ to }) => to.name)).toEqual([''])
  const owner = await site.createStudent('Sari Dewi')
  await site.app.modules.identity.createUser({
    name: 'Rina',
    email: 'rina@contoh.id',
    password,
    role: 'student',
    emailVerifiedAt: site.clock.now(),
  })
  await askForLink('rina@contoh.id')
  expect((await site.mailsTo('rina@contoh.id')).map(({ to }) => to.name)).toEqual(['Rina'])
  await site.call('POST', '/me/email', { token: owner.token, body: { email: 'orang-lain@contoh.id', password } })
  expect((await site.mailsTo('orang-lain@contoh.id')).map(({ to }) => to.name)).toEqual([''])
})

test('signing up, asking again and deleting reach a mailbox ten times an hour, in whatever way its address is written', async () => {
  const spellings = (n: number) => [`kor.ban+${n}@gmail.com`, `k.orban+x${n}@googlemail.com`, `Korban+y${n}@GMAIL.com`]
  for (let round = 0; round < 4; round++) {
    for (const email of spellings(round)) {
      const { token } = await signUp(email)
      await site.call('POST', '/me/verification', { token })
      expect(
        (await site.call('POST', '/me/deletion', { token, body: { email: email.toLowerCase(), password } })).status,
      ).toBe(200)
      await askForLink(email)
    }
  }
  await site.app.jobs.run('mails')
  expect(
    site.mailTransport.sent.filter(({ to }) => mailboxOf(to.email) === 'korban@gmail.com').length,
  ).toBeLessThanOrEqual(10)
})
