import { newId } from '#server/platform/new-id.ts'
import { isErasedAddress } from '#server/platform/erased-address.ts'
import { and, eq, getTableColumns, gt, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import {
  containing,
  countUpTo,
  keyset,
  type KeysetInput,
  type KeysetPage,
  type Tx,
} from '#server/platform/database/index.ts'
import type { MailDeps } from './deps.ts'
import { deleteOld, mailJob, readWaiting } from './deliver.ts'
import { oneLine, renderMessage, senderOf, type MailMessage } from './message.ts'
import type { Allowed, Rejected } from '#server/platform/protection/index.ts'
import { mailboxOf, mailsToStrangers } from './mailbox.ts'
import { mails, type MailRow, type MailState } from './tables.ts'

export type NewMail = {
  /** Kind of mail in kebab-case: `reset-password`, `receipt`. */
  kind: string
  to: { name: string; email: string }
  message: MailMessage
  /** It contains a link that authenticates the reader. */
  isSecret?: boolean
  /** One of very many: a mail that one person waits for is sent before it. */
  isBulk?: boolean
  /** Where mail programs ask to end mails of this kind, by POST (RFC 8058). */
  unsubscribeUrl?: string
  /** The account that it belongs to, whatever address it goes to: listed, exported and erased with it. Null: it belongs to no account. */
  ownerId: string | null
  /** The mail is taken back with its subject, while it waits. */
  subjectId?: string | null
  /** Sent instead while the mailbox is not proven to be the owner's: a message without words that a person chose. */
  neutral?: MailMessage
  /**
   * Who causes it. By default the owner, once the mailbox is proven to be theirs, and else a stranger, whose mails take turns.
   * `counted`: a stranger, and the caller has counted it. `site`: the site tells its staff.
   */
  cause?: 'stranger' | 'counted' | 'site'
}

export type OwnMail = Pick<MailRow, 'id' | 'kind' | 'subject' | 'createdAt' | 'sentAt'> & { to: string }

export type Mail = ReturnType<typeof mailModule>

export function mailModule(deps: MailDeps) {
  const { database, clock, mailTransport, background, rateLimiter, publicUrl, readSender, isProven } = deps

  return {
    /** True when mails reach real mailboxes: admins then cannot read secret links in them. */
    isExternal: mailTransport.isExternal,

    /** Stores a mail in the caller's transaction: it is sent if and only if that commits, and never to a deleted account. Returns its id. */
    async queue(
      tx: Tx,
      {
        kind,
        to,
        message,
        neutral = message,
        isSecret = false,
        isBulk = false,
        unsubscribeUrl,
        ownerId,
        subjectId = null,
        cause,
      }: NewMail,
    ): Promise<string> {
      const id = newId()
      if (isErasedAddress(to.email)) return id
      const isTheirs = ownerId !== null && (await isProven(tx, { userId: ownerId, email: to.email }))
      const sender = senderOf(await readSender(tx), publicUrl)
      const { subject, text, html } = renderMessage(isTheirs || cause === 'site' ? message : neutral, {
        ...sender,
        siteUrl: publicUrl,
        // Strangers could write what they like into foreign mailboxes, in a place where names of senders are believed.
        recipientName: isTheirs ? to.name : '',
      })
      const now = clock.now()
      await tx.insert(mails).values({
        id,
        kind,
        toName: isTheirs ? oneLine(to.name) : '',
        toEmail: oneLine(to.email),
        subject,
        textBody: text,
        htmlBody: html,
        isSecret,
        ownerId,
        subjectId,
        priority: isBulk ? 1 : 0,
        takesTurn: cause === 'stranger' || (cause === undefined && !isTheirs),
        unsubscribeUrl: unsubscribeUrl ?? null,
        createdAt: now,
        nextAttemptAt: now,
      })
      return id
    },

    dueWork: [mailJob(deps)],
    readWaiting: () => readWaiting(deps),
    deleteOld: (before: Date, limit: number) => deleteOld(deps, before, limit),

    /** Counts a mail of a stranger to this address, for a caller that says when its mailbox had enough of them. To be called outside a transaction. */
    mayMailStranger: (email: string): Promise<Allowed | Rejected> =>
      rateLimiter.take([mailsToStrangers, mailboxOf(email)]),

    /** The same in the caller's transaction, for a mail that may wait: the seconds to wait, or null when it is counted. */
    waitForStranger: (tx: Tx, email: string): Promise<number | null> =>
      rateLimiter.takeOrWait(tx, [mailsToStrangers, mailboxOf(email)]),

    /** Deletes the mails about these subjects that were not sent. */
    async withdraw(tx: Tx, subjectIds: readonly string[]): Promise<void> {
      await tx.delete(mails).where(and(inArray(mails.subjectId, [...subjectIds]), ne(mails.state, 'sent')))
    },

    /** Deletes every mail of a user, including mails to former addresses and file copies. */
    async erase(tx: Tx, userId: string): Promise<void> {
      const deleted = await tx.delete(mails).where(eq(mails.ownerId, userId)).returning({ id: mails.id })
      // Files cannot be rolled back.
      database.afterCommit(tx, () =>
        background.run('removing mail copies of an erased user', () =>
          mailTransport.remove(deleted.map((mail) => mail.id)),
        ),
      )
    },

    /** Mails of a user, the next of them after an id, without their texts: those contain authenticating links. */
    async listOf(userId: string, { after, limit }: { after: string | null; limit: number }): Promise<OwnMail[]> {
      return database.query
        .select({
          id: mails.id,
          kind: mails.kind,
          to: mails.toEmail,
          subject: mails.subject,
          createdAt: mails.createdAt,
          sentAt: mails.sentAt,
        })
        .from(mails)
        .where(and(eq(mails.ownerId, userId), after === null ? undefined : gt(mails.id, after)))
        .orderBy(mails.id)
        .limit(limit)
    },

    /** Newest first. */
    async list({
      state,
      q,
      ...input
    }: KeysetInput & { state?: MailState | undefined; q?: string | undefined }): Promise<
      KeysetPage<MailRow> & { total: number; isCounted: boolean }
    > {
      const pattern = containing(q ?? '')
      const where = and(
        state ? eq(mails.state, state) : undefined,
        q ? or(ilike(mails.toEmail, pattern), ilike(mails.subject, pattern)) : undefined,
      )
      const at = keyset({ key: mails.createdAt, type: 'instant', id: mails.id, descending: true }, input)
      const found = await database.query
        .select({ ...getTableColumns(mails), position: at.position })
        .from(mails)
        .where(and(where, at.where))
        .orderBy(...at.orderBy)
        .limit(at.limit)
        .offset(at.offset)
      return {
        ...at.finish(found),
        ...(await at.count(found, () => countUpTo(database.query, maximumCounted, mails, where))),
      }
    },

    async find(id: string): Promise<MailRow | null> {
      const [row] = await database.query.select().from(mails).where(eq(mails.id, id))
      return row ?? null
    },

    /** Queues the stored mail again, unchanged. Null when no such mail exists. */
    async resend(id: string): Promise<MailRow | null> {
      const [row] = await database.query
        .update(mails)
        .set({
          state: 'waiting',
          nextAttemptAt: clock.now(),
          attempts: 0,
          resends: sql`${mails.resends} + 1`,
          sentAt: null,
          lastError: null,
        })
        .where(eq(mails.id, id))
        .returning()
      return row ?? null
    },
  }
}
