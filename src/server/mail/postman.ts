import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type Parcel = {
  /** Unique for this sending; a repeated attempt carries the same one. */
  messageId: string
  id: string
  kind: string
  to: { name: string; email: string }
  /** Who reads answers: the sender's own address is nobody's mailbox. */
  replyTo: string
  subject: string
  text: string
  html: string
  date: Date
}

/** Whoever carries mails away. */
export type Postman = {
  /** True where mails leave for real mailboxes; false where they stay with the operator. */
  leavesTheHouse: boolean
  /** Rejects when the mail was not taken: with PermanentRefusal when asking again is useless. */
  deliver(parcel: Parcel): Promise<void>
  /** Destroys what it keeps of these mails. Those that left the house are beyond reach. */
  forget(mailIds: readonly string[]): Promise<void>
  /** Destroys what it keeps of mails that were written before this moment. */
  dropBefore(moment: Date): Promise<void>
  close(): void
}

export class PermanentRefusal extends Error {
  override name = 'PermanentRefusal'
}

const message = ({ to, replyTo, subject, text, html, date, messageId }: Parcel, from: string) => ({
  from,
  to: { name: to.name, address: to.email },
  replyTo,
  subject,
  text,
  html,
  date,
  messageId,
  // Nobody's holiday note should answer a machine (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** By SMTP: `smtp://user:password@host:587`, `smtps://…:465`. */
export function createSmtpPostman({ url, from }: { url: string; from: string }): Postman {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    leavesTheHouse: true,
    async deliver(parcel) {
      try {
        await transport.sendMail(message(parcel, from))
      } catch (error) {
        const { responseCode, command } = error as { responseCode?: number; command?: string }
        // 5xx to an address or a message is final; 5xx to our log-in is a setting that somebody will mend.
        const isFinal = responseCode !== undefined && responseCode >= 500 && /^(RCPT|DATA|MAIL)/.test(command ?? '')
        throw isFinal ? new PermanentRefusal((error as Error).message, { cause: error }) : error
      }
    },
    forget: async () => {},
    dropBefore: async () => {},
    close: () => transport.close(),
  }
}

const momentInName = (moment: Date): string => moment.toISOString().replaceAll(':', '-').slice(0, 19)
const fileName = /^\.?(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})-[a-z-]+?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/

/** Without a mail server: each mail is a file that any mail program opens, in a folder for the operator. */
export function createFolderPostman({ folder, from }: { folder: string; from: string }): Postman {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  /** Only files that were written here, also half of one that a process left behind. */
  async function remove(isMeant: (mail: { moment: string; id: string }) => boolean): Promise<void> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names) {
      const [, moment, id] = fileName.exec(name) ?? []
      if (moment && id && isMeant({ moment, id })) await rm(join(folder, name), { force: true })
    }
  }

  return {
    leavesTheHouse: false,
    async deliver(parcel) {
      const { message: bytes } = await composer.sendMail(message(parcel, from))
      // They hold links that act for people: nobody else on this machine may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${momentInName(parcel.date)}-${parcel.kind}-${parcel.id}.eml`
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, bytes as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
    async forget(mailIds) {
      const ids = new Set(mailIds)
      await remove(({ id }) => ids.has(id))
    },
    async dropBefore(moment) {
      const first = momentInName(moment)
      await remove((mail) => mail.moment < first)
    },
    close: () => {},
  }
}
