import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { password } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { createFolderTransport, PermanentRejection, type MailMessage } from './index.ts'

let site: TestSite
let admin: string
beforeAll(async () => {
  site = await startTestSite()
  admin = (await site.createAdmin()).token
})
afterAll(() => site.close())
beforeEach(() => site.mailTransport.failWith(null))

const message: MailMessage = {
  subject: 'Kelasmu sudah terbuka',
  paragraphs: ['Pembayaranmu kami terima.'],
  facts: [['Total', 'Rp 89.000']],
  action: { label: 'Mulai belajar', url: 'http://cendaki.test/student' },
}

/** An account with a proven address. */
async function createOwner(email: string): Promise<string> {
  const user = { name: 'Sari Dewi', email, password: null, role: 'student', emailVerifiedAt: site.clock.now() } as const
  return (await site.app.modules.identity.createUser(user))?.id ?? ''
}

let recipientCount = 0
async function queue(changes: Partial<MailMessage> = {}, options: { isSecret?: boolean; name?: string } = {}) {
  const email = `penerima${++recipientCount}@contoh.id`
  const ownerId = await createOwner(email)
  const { name = 'Sari Dewi', ...rest } = options
  const id = await site.database.transaction((tx) =>
    site.app.modules.mail.queue(tx, {
      kind: 'receipt',
      to: { name, email },
      message: { ...message, ...changes },
      ownerId,
      ...rest,
    }),
  )
  return { id, email }
}
const show = async (id: string) => (await site.call('GET', `/admin/mails/${id}`, { token: admin })).body.data

describe('a queued mail', () => {
  test('is sent once, in HTML and in text', async () => {
    const { id, email } = await queue()
    await site.mailsTo(email)
    const mails = await site.mailsTo(email)
    expect(mails).toHaveLength(1)
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      expect(part).toContain('Halo Sari Dewi,')
      expect(part).toContain('Pembayaranmu kami terima.')
      expect(part).toContain('Rp 89.000')
      expect(part).toContain('http://cendaki.test/student')
    }
    expect(await show(id)).toMatchObject({ state: 'sent', isKept: false, attempts: 1, lastError: null })
  })

  test('has the contact address of the current settings as Reply-To', async () => {
    const { email } = await queue()
    const { data } = (await site.call('GET', '/admin/settings', { token: admin })).body
    const saved = await site.call('PUT', '/admin/settings', {
      token: admin,
      body: { ...data, contactEmail: 'tanya@contoh.id' },
    })
    expect(saved.status).toBe(200)
    expect((await site.mailsTo(email))[0]?.replyTo).toBe('tanya@contoh.id')
  })

  test('is not sent when its transaction rolls back', async () => {
    const email = 'batal@contoh.id'
    const rolledBack = site.database.transaction(async (tx) => {
      await site.app.modules.mail.queue(tx, { kind: 'receipt', to: { name: 'Sari', email }, message, ownerId: null })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await site.mailsTo(email)).toEqual([])
  })

  test('escapes user input: no markup, no injected header lines', async () => {
    const { email } = await queue(
      { subject: 'Kelas\r\nBcc: semua@contoh.id', paragraphs: ['<img src=x onerror=alert(1)>'] },
      { name: '<b>Sari</b>\nBcc: x@y.id' },
    )
    const [mail] = await site.mailsTo(email)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail?.html).not.toMatch(/<img|<b>/)
    expect([mail?.subject, mail?.to.name]).toEqual(['Kelas Bcc: semua@contoh.id', '<b>Sari</b> Bcc: x@y.id'])
  })
})

describe('a mail that is not accepted', () => {
  test('is retried with growing pauses and given up after the eighth attempt', async () => {
    const { id, email } = await queue()
    site.mailTransport.failWith(new Error('connection refused'))
    const waits: number[] = []
    for (let attempt = 1; attempt <= 7; attempt++) {
      await site.app.jobs.run('mails')
      const { state, attempts, lastError, nextAttemptAt } = await show(id)
      expect({ state, attempts, lastError }).toEqual({
        state: 'waiting',
        attempts: attempt,
        lastError: 'connection refused',
      })
      waits.push(new Date(nextAttemptAt).getTime() - site.clock.now().getTime())
      site.clock.advance(waits.at(-1) ?? 0)
      admin = (await site.createAdmin()).token
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    await site.app.jobs.run('mails')
    expect(await show(id)).toMatchObject({ state: 'failed', attempts: 8, nextAttemptAt: null })
    site.mailTransport.failWith(null)
    site.clock.advance(dayMs)
    admin = (await site.createAdmin()).token
    expect(await site.mailsTo(email)).toEqual([])
  })

  test('is given up at once after a permanent rejection', async () => {
    const { id } = await queue()
    site.mailTransport.failWith(new PermanentRejection('550 no such user'))
    await site.app.jobs.run('mails')
    expect(await show(id)).toMatchObject({ state: 'failed', attempts: 1, lastError: '550 no such user' })
  })

  test('does not delay other mails', async () => {
    site.mailTransport.failWith(new Error('busy'))
    await queue()
    await site.app.jobs.run('mails')
    site.mailTransport.failWith(null)
    const { email } = await queue()
    expect(await site.mailsTo(email)).toHaveLength(1)
  })
})

describe('mail files of the folder transport', () => {
  let folder: string
  let folderSite: TestSite
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cendaki-outbox-'))
    folderSite = await startTestSite({
      mailTransport: createFolderTransport({ folder, from: 'Cendaki <halo@cendaki.test>' }),
    })
  })
  afterAll(async () => {
    await folderSite.close()
    await rm(folder, { recursive: true })
  })

  /** Counts files that contain this address. */
  async function filesWith(email: string): Promise<number> {
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    return texts.filter((text) => text.includes(email)).length
  }
  async function userWithMails() {
    const student = await folderSite.createStudent()
    await folderSite.call('POST', '/auth/forgot-password', { body: { email: student.email }, client: student.email })
    await folderSite.call('POST', '/me/email', {
      token: student.token,
      body: { email: `baru-${student.email}`, password },
    })
    await folderSite.app.jobs.run('mails')
    return student
  }

  test('are listed as kept on the server, never as delivered', async () => {
    const { email } = await userWithMails()
    const { token } = await folderSite.createAdmin()
    const { data } = (await folderSite.call('GET', `/admin/mails?q=${email}`, { token })).body
    expect(data.map((mail: { state: string; isKept: boolean }) => [mail.state, mail.isKept])).toContainEqual([
      'sent',
      true,
    ])
    expect(data.filter((mail: { isKept: boolean }) => !mail.isKept)).toEqual([])
  })

  test('are deleted with the account of their recipient, and only those', async () => {
    const [leaving, staying] = [await userWithMails(), await userWithMails()]
    // A proven mailbox with the name of its owner.
    const to = `To: ${leaving.name} <${leaving.email}>`
    expect([await filesWith(to), await filesWith(`To: baru-${leaving.email}`)]).toEqual([2, 1])
    expect(
      (
        await folderSite.call('POST', '/me/deletion', {
          token: leaving.token,
          body: { email: leaving.email, password },
        })
      ).status,
    ).toBe(200)
    await folderSite.app.idle()
    expect([await filesWith(leaving.email), await filesWith(staying.email)]).toEqual([0, 3])
  })

  test('are deleted with the mails after 90 days; other files stay', async () => {
    const student = await userWithMails()
    await writeFile(join(folder, 'catatan.eml'), student.email)
    folderSite.clock.advance(89 * dayMs)
    await folderSite.app.retention.purge('mails')
    expect(await filesWith(student.email)).toBe(4)
    folderSite.clock.advance(2 * dayMs)
    await folderSite.app.retention.purge('mails')
    expect(await readdir(folder)).toEqual(['catatan.eml'])
  })
})

describe('the outbox page of an admin', () => {
  test('filters by state and by part of an address, newest first', async () => {
    const first = await queue()
    site.clock.advance(1000)
    const second = await queue()
    const listed = await site.call('GET', '/admin/mails?q=penerima&limit=2', { token: admin })
    expect(listed.body.data.map((mail: { _id: string }) => mail._id)).toEqual([second.id, first.id])
    const waiting = await site.call('GET', `/admin/mails?state=waiting&q=${first.email}`, { token: admin })
    expect([waiting.body.meta.total, waiting.body.data[0].to.email]).toEqual([1, first.email])
    expect((await site.call('GET', `/admin/mails?state=sent&q=${first.email}`, { token: admin })).body.data).toEqual([])
    expect((await site.call('GET', '/admin/mails?q=%25', { token: admin })).body.data).toEqual([])
  })

  test('resends a mail under a new message id', async () => {
    const { id, email } = await queue()
    await site.mailsTo(email)
    const { status, body } = await site.call('POST', `/admin/mails/${id}/resend`, { token: admin })
    expect([status, body.data.state, body.message]).toEqual([200, 'waiting', 'Email dikirim ulang.'])
    const mails = await site.mailsTo(email)
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(2)
  })

  test('shows the text, but not a secret link that was sent to a real mailbox', async () => {
    const open = await queue()
    const secret = await queue({}, { isSecret: true })
    expect((await show(open.id)).text).toContain('Pembayaranmu kami terima.')
    expect((await show(secret.id)).text).toBeNull()
  })

  test('returns 404 for an unknown mail', async () => {
    const missing = '00000000-0000-7000-8000-000000000000'
    expect((await site.call('GET', `/admin/mails/${missing}`, { token: admin })).status).toBe(404)
    expect((await site.call('POST', `/admin/mails/${missing}/resend`, { token: admin })).status).toBe(404)
  })

  test('no longer contains mails sent three months ago', async () => {
    const { id, email } = await queue()
    await site.mailsTo(email)
    site.clock.advance(91 * dayMs)
    await site.app.retention.purge('mails')
    admin = (await site.createAdmin()).token
    expect((await site.call('GET', `/admin/mails/${id}`, { token: admin })).status).toBe(404)
  })
})
