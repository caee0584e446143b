import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ListMailsInput } from '#contract/mail.ts'
import type { Background } from '#server/background.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import { deliverDue, dropOld } from './deliver.ts'
import { oneLine, renderLetter, type Letter } from './letter.ts'
import type { Postman } from './postman.ts'
import { mails, type MailRow } from './tables.ts'

export type MailDeps = {
  database: Database
  clock: Clock
  postman: Postman
  background: Background
  log: Logger
  publicUrl: string
  /** In whose name mails are written; read in the transaction that queues, and when mails are sent. */
  readSender: (tx: Transaction) => Promise<{ name: string; contactEmail: string }>
}

export type NewMail = {
  /** What it is about, in kebab-case: `reset-password`, `receipt`. */
  kind: string
  to: { name: string; email: string }
  letter: Letter
  /** It holds a link that acts for whoever opens it. */
  isSecret?: boolean
  /** Whose it is, where its address is no longer theirs. */
  ownerId?: string
}

export type Mail = ReturnType<typeof createMail>

export function createMail(deps: MailDeps) {
  const { database, clock, postman, background, publicUrl, readSender } = deps

  return {
    /** Where mails really leave, secrets in them are nobody's but the recipient's. */
    leavesTheHouse: postman.leavesTheHouse,

    /** Writes a mail in the caller's transaction: it is sent if, and only if, that commits. Answers its id. */
    async queue(tx: Transaction, { kind, to, letter, isSecret = false, ownerId }: NewMail): Promise<string> {
      const { name: siteName, contactEmail } = await readSender(tx)
      const { subject, text, html } = renderLetter(letter, { siteName, contactEmail, siteUrl: publicUrl, recipientName: to.name })
      const id = randomUUIDv7()
      const now = clock.now()
      await tx.insert(mails).values({
        id,
        kind,
        toName: oneLine(to.name),
        toEmail: oneLine(to.email),
        subject,
        textBody: text,
        htmlBody: html,
        isSecret,
        ownerId: ownerId ?? null,
        createdAt: now,
        nextAttemptAt: now,
      })
      return id
    },

    deliverDue: () => deliverDue(deps),
    dropOld: () => dropOld(deps),

    /** An address is given up: what was sent to it stays its owner's. */
    async keepFor(tx: Transaction, { email, ownerId }: { email: string; ownerId: string }): Promise<void> {
      await tx
        .update(mails)
        .set({ ownerId })
        .where(and(eq(mails.toEmail, email), isNull(mails.ownerId)))
    },

    /** Forgets every mail to somebody who is leaving, also to addresses they had before, and the copies of a folder. */
    async forget(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
      const gone = await tx
        .delete(mails)
        .where(or(eq(mails.toEmail, email), eq(mails.ownerId, id)))
        .returning({ id: mails.id })
      // Not before it is certain that they leave.
      database.afterCommit(tx, () => background.run('copies of mails to somebody who left', () => postman.forget(gone.map((mail) => mail.id))))
    },

    /** What was written to somebody, without the texts: they hold links that act. */
    async listTo({ id, email }: { id: string; email: string }): Promise<{ kind: string; to: string; subject: string; createdAt: Date; sentAt: Date | null }[]> {
      return database.query
        .select({ kind: mails.kind, to: mails.toEmail, subject: mails.subject, createdAt: mails.createdAt, sentAt: mails.sentAt })
        .from(mails)
        .where(or(eq(mails.toEmail, email), eq(mails.ownerId, id)))
        .orderBy(mails.createdAt)
    },

    async list({ state, q, page, limit }: ListMailsInput): Promise<{ rows: MailRow[]; total: number }> {
      const pattern = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
      const where = and(state ? eq(mails.state, state) : undefined, q ? or(ilike(mails.toEmail, pattern), ilike(mails.subject, pattern)) : undefined)
      const rows = await database.query
        .select()
        .from(mails)
        .where(where)
        .orderBy(desc(mails.createdAt), desc(mails.id))
        .limit(limit)
        .offset((page - 1) * limit)
      const [count] = await database.query
        .select({ total: sql<number>`count(*)::int` })
        .from(mails)
        .where(where)
      return { rows, total: count?.total ?? 0 }
    },

    async find(id: string): Promise<MailRow | null> {
      const [row] = await database.query.select().from(mails).where(eq(mails.id, id))
      return row ?? null
    },

    /** Sends it once more, as it was written; null when there is no such mail. */
    async resend(id: string): Promise<MailRow | null> {
      const [row] = await database.query
        .update(mails)
        .set({ state: 'waiting', nextAttemptAt: clock.now(), attempts: 0, resends: sql`${mails.resends} + 1`, sentAt: null, lastError: null })
        .where(eq(mails.id, id))
        .returning()
      return row ?? null
    },
  }
}
