import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type Parcel = {
  /** Unique for this sending; a repeated attempt carries the same one. */
  messageId: string
  id: string
  kind: string
  to: { name: string; email: string }
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
  close(): void
}

export class PermanentRefusal extends Error {
  override name = 'PermanentRefusal'
}

const message = ({ to, subject, text, html, date, messageId }: Parcel, from: string) => ({
  from,
  to: { name: to.name, address: to.email },
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
    close: () => transport.close(),
  }
}

/** Without a mail server: each mail is a file that any mail program opens, in a folder for the operator. */
export function createFolderPostman({ folder, from }: { folder: string; from: string }): Postman {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    leavesTheHouse: false,
    async deliver(parcel) {
      const { message: bytes } = await composer.sendMail(message(parcel, from))
      // They hold links that act for people: nobody else on this machine may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${parcel.date.toISOString().replaceAll(':', '-').slice(0, 19)}-${parcel.kind}-${parcel.id}.eml`
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, bytes as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
    close: () => {},
  }
}
