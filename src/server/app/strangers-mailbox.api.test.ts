import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { mailboxOf } from '#server/platform/mail/index.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Stands in everything that the attacker may choose, and in no mail to a mailbox of somebody who does not know them.
const word = 'Jahat'
const mailbox = 'korban@gmail.com'
let spelling = 0
/** Another address of the same mailbox. */
const another = () => `kor.ban+${++spelling}@gmail.com`

let site: TestSite
let instructor: SignedIn
let buyer: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor(`${word} Guru`)
  buyer = await site.createStudent(`${word} Pembeli`)
  courseId = (await site.createCourse({ instructorId: instructor.id, title: `Kelas ${word}`, price: 50_000 })).id
})
afterAll(() => site.close())

const as = ({ token }: Pick<SignedIn, 'token'>, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token, ...(body === undefined ? {} : { body }) })
let clients = 0
/** An account with an address of the mailbox that its maker cannot read. */
async function signUp(email = another()): Promise<SignedIn> {
  const name = `${word} Orang`
  await site.call('POST', '/sign-up', { body: { name, email, password }, client: `klien-${++clients}` })
  const { user, token } = (
    await site.call('POST', '/sign-in', { body: { email, password }, client: `klien-${clients}` })
  ).body.data
  return { id: user._id, token, email, name }
}
const anotherCourse = async (title = `Kelas ${word}`) =>
  (await site.createCourse({ instructorId: instructor.id, title: `${title} ${++clients}`, price: 50_000 })).id

/** Every way to cause mails to a mailbox of somebody else; each is tried often. */
const ways: Record<string, () => Promise<unknown>> = {
  'signing up with its address': () => signUp(),
  'asking for the confirmation again': async () => as(await signUp(), 'POST', '/me/verification'),
  'changing an address to it': () => as(buyer, 'POST', '/me/email', { email: another(), password }),
  'filing a request with an unproven account': async () =>
    as(await signUp(), 'POST', '/me/privacy-requests', { kind: 'access', text: `${word} buka contoh id` }),
  'a gift to it': async () =>
    buy(site, buyer, { courseId: await anotherCourse(), gift: { email: another(), name: word, message: word } }),
  'a gift from an unproven account': async () =>
    buy(site, await signUp(), {
      // A receipt names what was bought.
      courseId: await anotherCourse('Kelas Batik'),
      gift: { email: `teman${++clients}@contoh.id`, name: word, message: word },
    }),
  'inviting it to a team': async () => {
    const [team] = (await as(buyer, 'GET', '/me/teams')).body.data
    return as(buyer, 'POST', `/teams/${team._id}/invitations`, { emails: [another()] })
  },
  'inviting it to a course': () =>
    as(instructor, 'POST', `/courses/${courseId}/invitations`, { role: 'student', emails: [another()] }),
  'inviting it to teach': () =>
    as(instructor, 'POST', `/courses/${courseId}/invitations`, { role: 'assistant', emails: [another()] }),
  'adding an unproven account to a course': async () =>
    as(instructor, 'POST', `/courses/${courseId}/students`, { email: (await signUp()).email, notify: true }),
  'an answer to a question of an unproven account': async () => {
    const asker = await signUp()
    await as(instructor, 'POST', `/courses/${courseId}/students`, { email: asker.email })
    const asked = await as(asker, 'POST', `/courses/${courseId}/questions`, { title: `${word} tanya`, text: word })
    return as(instructor, 'POST', `/questions/${asked.body.data._id}/answers`, { text: `${word} jawab` })
  },
}
const sentThere = () => site.mailTransport.sent.filter(({ to }) => mailboxOf(to.email) === mailbox)

test.each(Object.entries(ways))('by %s a mailbox gets mails, and no word of a stranger', async (_, cause) => {
  await buy(site, buyer, { courseId, seats: 2, team: { name: word } })
  const before = sentThere().length
  const answer = (await cause()) as { status?: number; body?: unknown }
  expect(answer.status ?? 200, JSON.stringify(answer.body)).toBeLessThan(300)
  await site.app.jobs.run('mails')
  const mails = sentThere().slice(before)
  expect(mails.length).toBeGreaterThan(0)
  for (const { subject, text, html, to } of mails) expect(subject + text + html + to.name).not.toContain(word)
  site.clock.advance(hourMs)
  instructor = { ...instructor, token: await signInAgain(instructor) }
  buyer = { ...buyer, token: await signInAgain(buyer) }
})

async function signInAgain({ email }: SignedIn): Promise<string> {
  return (await site.call('POST', '/sign-in', { body: { email, password }, client: `klien-${++clients}` })).body.data
    .token
}

test('all ways together reach a mailbox ten times an hour; the rest takes turns, and what found none for a day is gone', async () => {
  site.clock.advance(dayMs)
  await site.app.jobs.run('mails')
  instructor = { ...instructor, token: await signInAgain(instructor) }
  buyer = { ...buyer, token: await signInAgain(buyer) }
  const before = sentThere().length
  for (let round = 0; round < 3; round++) for (const cause of Object.values(ways)) await cause()
  await site.app.jobs.run('mails')
  expect(sentThere().length - before).toBe(10)
  site.clock.advance(hourMs)
  await site.app.jobs.run('mails')
  expect(sentThere().length - before).toBe(20)
  const waiting = () => site.database.query.execute("select 1 from mails where state = 'waiting' and takes_turn")
  expect((await waiting()).rows.length).toBeGreaterThan(0)
  site.clock.advance(dayMs)
  for (let look = 0; look < 3; look++) await site.app.jobs.run('mails')
  expect((await waiting()).rows).toEqual([])
})

/** Every file that mails, with who chose address and words. One that is missing here was not thought about. */
const senders: Record<string, string> = {
  'commerce/gifts/send-gift.ts': 'typed by the giver: tested above',
  'commerce/messages.ts':
    'the buyer; of a gift the name of its receiver: tested above. Messages: words of an admin. Alerts: admins',
  'commerce/orders/end-refund-request.ts': 'the buyer, words of an admin',
  'commerce/payouts/messages.ts': 'instructor or buyer, words of the site; admins',
  'commerce/settlement/refund-mail.ts': 'the buyer, words of an admin',
  'commerce/transfers/messages.ts': 'the buyer, words of an admin; admins',
  'groups/teams/manage-team.ts': 'typed by a manager: tested above',
  'identity/account/change-email.ts': 'typed by the owner of another account: tested above',
  'identity/sign-in/queue-verification.ts': 'typed at sign-up: tested above',
  'identity/sign-in/foreign-account.ts': 'the owner, words of the site',
  'identity/sign-in/reset-password.ts': 'the owner, by strangers with a limit of its own; a welcome by admins',
  'identity/sign-in/sign-up.ts': 'typed at sign-up, words of the site',
  'identity/two-step/manage.ts': 'the owner, words of the site',
  'identity/two-step/second-step.ts': 'the owner, words of the site',
  'identity/unlink-foreign.ts': 'the owner, words of the site',
  'integrations/end-keys.ts': 'admins',
  'integrations/deliver.ts': 'admins',
  'learning/enrolment/give-access.ts': 'typed by an instructor: tested above',
  'learning/students/mail-invitation.ts': 'typed by an instructor: tested above',
  'notifications/sending/messages.ts': 'an account; its mailbox may be unproven: tested above',
  'privacy/requests.ts': 'an account; its mailbox may be unproven: tested above. Answers: words of an admin',
}

test('every file that mails says here who chose the address and the words', () => {
  const folder = new URL('../', import.meta.url).pathname
  const mailing = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.includes('.test.') && /\bmail\.queue\(/.test(readFileSync(folder + file, 'utf8')),
  )
  expect(mailing.toSorted()).toEqual(Object.keys(senders).toSorted())
})
