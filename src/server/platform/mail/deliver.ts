import { and, asc, eq, gte, lt, lte, ne, sql } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { countUpTo, deleteSome, measureQueue } from '#server/platform/database/index.ts'
import { leasedJob, type Job } from '#server/platform/jobs/index.ts'
import type { MailDeps } from './deps.ts'
import { mailboxOf, mailsToStrangers } from './mailbox.ts'
import { PermanentRejection } from './transport.ts'
import { mails } from './tables.ts'

// Pause after the nth failure. A mail that fails after the last pause is given up, about a day and a half later.
const retryDelaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 8 * hourMs, 24 * hourMs]

/** Mails to a stranger's mailbox that found no turn for so long are deleted: nobody waits for them, and more follow. */
const longestTurnMs = dayMs

/** Sends mails. One whose process ended between sending it and storing that is sent twice, with the same message id; none is lost. */
export const mailJob = (deps: MailDeps): Job => {
  const { clock, mailTransport, metrics, publicUrl, rateLimiter } = deps
  return leasedJob(deps, {
    name: 'mails',
    table: mails,
    id: 'id',
    isWaiting: sql`${mails.state} = 'waiting'`,
    isDue: (now) => lte(mails.nextAttemptAt, now),
    orderBy: [asc(mails.priority), asc(mails.nextAttemptAt), asc(mails.id)],
    noted: { at: 'createdAt', dueAt: 'nextAttemptAt' },
    dueAt: 'nextAttemptAt',
    leaseMs: 5 * minuteMs,
    batch: 8,
    atOnce: 1,
    retries: { attempts: 'attempts', delaysMs: retryDelaysMs },
    isSame: ({ resends }) => eq(mails.resends, resends),
    hidden: ({ toEmail }) => toEmail,
    async turnOf({ takesTurn, attempts, toEmail, createdAt }) {
      // Counted once, however often it is tried.
      if (!takesTurn || attempts > 0) return 'now'
      const turn = await rateLimiter.take([mailsToStrangers, mailboxOf(toEmail)])
      if (turn.allowed) return 'now'
      const isOld = clock.now().getTime() - createdAt.getTime() > longestTurnMs
      return isOld ? 'never' : { afterMs: turn.retryAfterSeconds * 1000 }
    },
    share: async () => (await deps.database.transaction((tx) => deps.readSender(tx))).contactEmail,
    send: ({ id, kind, subject, createdAt, resends, ...mail }, replyTo) =>
      mailTransport.deliver({
        id,
        kind,
        subject,
        messageId: `<${id}.${resends}@${new URL(publicUrl).hostname}>`,
        to: { name: mail.toName, email: mail.toEmail },
        replyTo,
        text: mail.textBody,
        html: mail.htmlBody,
        date: createdAt,
        unsubscribeUrl: mail.unsubscribeUrl,
      }),
    done: () => ({
      state: 'sent' as const,
      sentAt: clock.now(),
      isKept: !mailTransport.isExternal,
      nextAttemptAt: null,
      lastError: null,
    }),
    isPermanent: (error) => error instanceof PermanentRejection,
    failed: (_mail, _error, lastError) => ({ lastError }),
    givenUp: () => ({ state: 'failed' as const, nextAttemptAt: null }),
    counted: (outcome) => metrics.mails.inc({ outcome }),
  })
}

/** For monitoring: mails that wait to be sent, and how long the oldest that is due has been waiting. */
export async function readWaiting({
  database,
  clock,
}: Pick<MailDeps, 'database' | 'clock'>): Promise<{ mailsWaiting: number; oldestMailSeconds: number }> {
  const where = eq(mails.state, 'waiting')
  const { count, oldestSeconds } = await measureQueue(database.query, {
    dueAt: mails.nextAttemptAt,
    where,
    now: clock.now(),
  })
  return { mailsWaiting: count, oldestMailSeconds: oldestSeconds }
}

const failedWithinMs = 7 * dayMs

/** Mails of the last seven days that were given up, at most 1000. */
export async function countFailedMails({ database, clock }: Pick<MailDeps, 'database' | 'clock'>): Promise<number> {
  const since = new Date(clock.now().getTime() - failedWithinMs)
  const hasFailed = and(eq(mails.state, 'failed'), gte(mails.createdAt, since))
  return (await countUpTo(database.query, 1000, mails, hasFailed)).total
}

/** Deletes at most `limit` mails that were queued before this time and have been sent or given up, and returns how many. Their files are all deleted. */
export async function deleteOld({ database, mailTransport }: MailDeps, before: Date, limit: number): Promise<number> {
  const where = and(ne(mails.state, 'waiting'), lt(mails.createdAt, before))
  const deleted = await deleteSome(database.query, mails, { id: mails.id, where, first: [mails.createdAt] }, limit)
  await mailTransport.removeBefore(before)
  return deleted
}
