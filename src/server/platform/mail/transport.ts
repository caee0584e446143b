import { uuidPattern } from '#contract/kit/uuid.ts'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Loaded with the first mail, because it is large. */
const loadKit = () => import('nodemailer')

export type OutgoingMail = {
  /** Unique per sending. A retry has the same id. */
  messageId: string
  id: string
  kind: string
  to: { name: string; email: string }
  /** The sender's own address is not a mailbox. Empty: the site names no address. */
  replyTo: string
  subject: string
  text: string
  html: string
  date: Date
  /** Where a mail program ends mails of this kind with one press. */
  unsubscribeUrl: string | null
}

export type MailTransport = {
  /** True when mails go to real mailboxes, false when they stay on the operator's machine. */
  isExternal: boolean
  /** Rejects when the mail was not accepted: with PermanentRejection when a retry is pointless. */
  deliver(mail: OutgoingMail): Promise<void>
  /** Deletes stored copies of these mails. Mails sent to real mailboxes are not affected. */
  remove(mailIds: readonly string[]): Promise<void>
  /** Deletes stored copies of mails created before this time. */
  removeBefore(instant: Date): Promise<void>
  /** Connects and signs in to the mail server; null where there is none. Rejects with its answer. */
  verify: (() => Promise<void>) | null
  close(): void
}

export class PermanentRejection extends Error {
  override name = 'PermanentRejection'
}

const toNodemailer = (
  { to, replyTo, subject, text, html, date, messageId, unsubscribeUrl }: OutgoingMail,
  from: string,
) => ({
  from,
  to: { name: to.name, address: to.email },
  replyTo: replyTo || undefined,
  subject,
  text,
  html,
  date,
  messageId,
  headers: {
    // Suppresses automatic replies (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    // RFC 8058.
    ...(unsubscribeUrl === null
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
})

/** By SMTP: `smtp://user:password@host:587`, `smtps://…:465`. */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const open = async () =>
    (await loadKit()).createTransport({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: ReturnType<typeof open> | undefined
  return {
    isExternal: true,
    async deliver(mail) {
      try {
        transport ??= open()
        await (await transport).sendMail(toNodemailer(mail, from))
      } catch (error) {
        const { responseCode, command } = error as { responseCode?: number; command?: string }
        // 5xx to an address or a message is final. 5xx to the log-in is a configuration error that an operator can fix.
        const isFinal = responseCode !== undefined && responseCode >= 500 && /^(RCPT|DATA|MAIL)/.test(command ?? '')
        throw isFinal ? new PermanentRejection((error as Error).message, { cause: error }) : error
      }
    },
    remove: async () => {},
    removeBefore: async () => {},
    async verify() {
      transport ??= open()
      await (await transport).verify()
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

const timeInName = (instant: Date): string => instant.toISOString().replaceAll(':', '-').slice(0, 19)
const fileName = new RegExp(String.raw`^\.?(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})-[a-z-]+?-(${uuidPattern})\.eml$`)

/** For installations without a mail server: writes each mail as an .eml file to a folder. */
export function createFolderTransport({ folder, from }: { folder: string; from: string }): MailTransport {
  const open = async () => (await loadKit()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  let composer: ReturnType<typeof open> | undefined

  /** Deletes matching mail files, including unfinished ones. Other files in the folder are left alone. */
  async function removeFiles(matches: (mail: { instant: string; id: string }) => boolean): Promise<void> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names) {
      const [, instant, id] = fileName.exec(name) ?? []
      if (instant && id && matches({ instant, id })) await rm(join(folder, name), { force: true })
    }
  }

  return {
    isExternal: false,
    async deliver(mail) {
      composer ??= open()
      const { message: bytes } = await (await composer).sendMail(toNodemailer(mail, from))
      // Mails contain authenticating links: other accounts of this machine must not read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${timeInName(mail.date)}-${mail.kind}-${mail.id}.eml`
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, bytes as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
    async remove(mailIds) {
      const ids = new Set(mailIds)
      await removeFiles(({ id }) => ids.has(id))
    },
    async removeBefore(instant) {
      const first = timeInName(instant)
      await removeFiles((mail) => mail.instant < first)
    },
    verify: null,
    close: () => {},
  }
}
