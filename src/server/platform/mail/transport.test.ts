import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderTransport, createSmtpTransport, PermanentRejection, type OutgoingMail } from './index.ts'

const from = 'Cendaki <halo@cendaki.test>'
const mail: OutgoingMail = {
  messageId: '<m1.0@cendaki.test>',
  id: 'm1',
  kind: 'receipt',
  to: { name: 'Sari "Dewi"', email: 'sari@contoh.id' },
  replyTo: 'tanya@cendaki.test',
  subject: 'Kelasmu sudah terbuka – mari mulai',
  text: 'Halo Sari,\n\nSelamat belajar.\n',
  html: '<p>Halo Sari,</p>',
  date: new Date('2026-11-21T03:00:00Z'),
  unsubscribeUrl: null,
}

describe('by SMTP', () => {
  const received: { from: string; to: string[]; data: string; user: string }[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'rahasia' ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('tidak-ada')
          ? Object.assign(new Error('no such user'), { responseCode: 550 })
          : address.startsWith('penuh')
            ? Object.assign(new Error('mailbox full'), { responseCode: 452 })
            : null,
      ),
    onData(stream, session, done) {
      let data = ''
      stream.on('data', (chunk: Buffer) => (data += chunk.toString()))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((entry) => entry.address),
          data,
          user: String(session.user),
        })
        done()
      })
    },
  })
  let address = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    address = `127.0.0.1:${(server.server.address() as { port: number }).port}`
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  const send = async (changes: Partial<OutgoingMail>, url = `smtp://cendaki:rahasia@${address}`) => {
    const mailTransport = createSmtpTransport({ url, from })
    try {
      await mailTransport.deliver({ ...mail, ...changes })
    } finally {
      mailTransport.close()
    }
  }

  test('a mail arrives with its sender, recipient, subject, HTML part, text part and id', async () => {
    await send({})
    const mail = received.at(-1)
    expect(mail).toMatchObject({ from: 'halo@cendaki.test', to: ['sari@contoh.id'], user: 'cendaki' })
    expect(mail?.data).toContain('Message-ID: <m1.0@cendaki.test>')
    expect(mail?.data).toContain('From: Cendaki <halo@cendaki.test>')
    expect(mail?.data).toContain('Reply-To: tanya@cendaki.test')
    expect(mail?.data).toContain('Auto-Submitted: auto-generated')
    expect(mail?.data).toMatch(/Content-Type: multipart\/alternative/)
    expect(mail?.data).toContain('Selamat belajar.')
    expect(mail?.data).toContain('<p>Halo Sari,</p>')
  })

  test('a recipient name or a subject cannot inject further recipients', async () => {
    await send({
      to: { name: 'Sari\r\nBcc: semua@contoh.id', email: 'sari@contoh.id' },
      subject: 'Hai\r\nBcc: semua@contoh.id',
    })
    expect(received.at(-1)?.to).toEqual(['sari@contoh.id'])
    expect(received.at(-1)?.data).not.toMatch(/^Bcc:/m)
  })

  test('an unknown address is a permanent rejection', async () => {
    await expect(send({ to: { name: '', email: 'tidak-ada@contoh.id' } })).rejects.toBeInstanceOf(PermanentRejection)
  })

  test.each([
    ['a full mailbox', { to: { name: '', email: 'penuh@contoh.id' } }, undefined],
    ['wrong SMTP credentials', {}, 'smtp://cendaki:salah@'],
    ['an unreachable server', {}, 'smtp://127.0.0.1:1'],
  ])('%s is a temporary failure', async (_, changes, url) => {
    const attempt = send(changes, url?.endsWith('@') ? url + address : url)
    await expect(attempt).rejects.toThrow()
    await expect(attempt).rejects.not.toBeInstanceOf(PermanentRejection)
  })
})

test('the folder transport writes each mail to a file that only the owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-outbox-'))
  const outbox = join(folder, 'outbox')
  await createFolderTransport({ folder: outbox, from }).deliver(mail)
  const names = await readdir(outbox)
  expect(names).toEqual(['2026-11-21T03-00-00-receipt-m1.eml'])
  const file = join(outbox, names[0] ?? '')
  const text = await readFile(file, 'utf8')
  expect(text).toContain('To: "Sari \\"Dewi\\"" <sari@contoh.id>')
  expect(text).toContain('Selamat belajar.')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  await rm(folder, { recursive: true })
})
