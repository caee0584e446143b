import { and, asc, eq, gt, gte, inArray, lt, lte, ne } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { latestNoted } from '#server/platform/clock.ts'
import { claimDue } from '#server/platform/database/index.ts'
import type { MailDeps } from './deps.ts'
import { PermanentRejection } from './transport.ts'
import { mails, type MailRow } from './tables.ts'

// Pause after the nth failure. A mail that fails after the last pause is given up, about a day and a half later.
const retryDelaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 8 * hourMs, 24 * hourMs]
const batchSize = 8
/** Only one process sends a mail. If that process ends before it is done, the mail is due again after the lease, which begins anew with each mail of a batch. */
const leaseMs = 5 * minuteMs

/**
 * Sends every mail that is due; safe to run in several processes. A process that ends between sending a mail and
 * storing that state sends it twice, with the same message id. No mail is lost.
 */
export async function deliverDue(deps: MailDeps): Promise<void> {
  for (let claimed = await claimMails(deps); claimed.mails.length > 0; claimed = await claimMails(deps)) {
    const { contactEmail } = await deps.database.transaction((tx) => deps.readSender(tx))
    for (const mail of claimed.mails)
      if (await renewLease(deps, mail, claimed.until)) await deliver(deps, mail, contactEmail)
    if (claimed.mails.length < batchSize) return
  }
}

async function claimMails({ database, clock }: MailDeps): Promise<{ mails: MailRow[]; until: Date }> {
  const now = clock.now()
  const until = new Date(now.getTime() + leaseMs)
  const claimed = await database.transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ createdAt: now, nextAttemptAt: now })
      .where(and(eq(mails.state, 'waiting'), gt(mails.createdAt, latestNoted(now))))
    const due = tx
      .select()
      .from(mails)
      .where(and(eq(mails.state, 'waiting'), lte(mails.nextAttemptAt, now)))
      .orderBy(asc(mails.priority), asc(mails.nextAttemptAt), asc(mails.id))
      .limit(batchSize)
    return claimDue(due, (ids) => tx.update(mails).set({ nextAttemptAt: until }).where(inArray(mails.id, ids)))
  })
  return { mails: claimed, until }
}

/** Still to be sent as it was claimed. */
const isCurrent = ({ id, resends }: MailRow) =>
  and(eq(mails.id, id), eq(mails.state, 'waiting'), eq(mails.resends, resends))

/** False for a mail that was taken back, or that another process has meanwhile: the ones before it took longer than the lease. */
async function renewLease({ database, clock }: MailDeps, mail: MailRow, until: Date): Promise<boolean> {
  const renewed = await database.query
    .update(mails)
    .set({ nextAttemptAt: new Date(clock.now().getTime() + leaseMs) })
    .where(and(isCurrent(mail), eq(mails.nextAttemptAt, until)))
    .returning({ id: mails.id })
  return renewed.length > 0
}

async function deliver(
  { database, clock, mailTransport, publicUrl, log, metrics }: MailDeps,
  mail: MailRow,
  replyTo: string,
): Promise<void> {
  const { id, kind, subject, createdAt, attempts } = mail
  try {
    await mailTransport.deliver({
      id,
      kind,
      subject,
      messageId: `<${id}.${mail.resends}@${new URL(publicUrl).hostname}>`,
      to: { name: mail.toName, email: mail.toEmail },
      replyTo,
      text: mail.textBody,
      html: mail.htmlBody,
      date: createdAt,
      unsubscribeUrl: mail.unsubscribeUrl,
    })
    await database.query
      .update(mails)
      .set({
        state: 'sent',
        sentAt: clock.now(),
        isKept: !mailTransport.isExternal,
        nextAttemptAt: null,
        attempts: attempts + 1,
        lastError: null,
      })
      .where(isCurrent(mail))
    metrics.mails.inc({ outcome: 'sent' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const delay = error instanceof PermanentRejection ? undefined : retryDelaysMs[attempts]
    metrics.mails.inc({ outcome: delay === undefined ? 'given-up' : 'failed' })
    // The recipient's address is personal data and must not reach the log.
    log.warn(
      {
        mailId: id,
        kind,
        attempts: attempts + 1,
        givenUp: delay === undefined,
        reason: reason.replaceAll(mail.toEmail, '…'),
      },
      'mail delivery failed',
    )
    const next =
      delay === undefined
        ? { state: 'failed' as const, nextAttemptAt: null }
        : { nextAttemptAt: new Date(clock.now().getTime() + delay) }
    await database.query
      .update(mails)
      .set({ ...next, attempts: attempts + 1, lastError: reason.slice(0, 500).toWellFormed() })
      .where(isCurrent(mail))
  }
}

/** Counting ends here, so that a long queue does not make monitoring slow. */
const countedAtMost = 1000

/** For monitoring: mails that wait to be sent, and how long the oldest that is due has been waiting. */
export async function readWaiting({
  database,
  clock,
}: Pick<MailDeps, 'database' | 'clock'>): Promise<{ mailsWaiting: number; oldestMailSeconds: number }> {
  const waiting = await database.query
    .select({ dueAt: mails.nextAttemptAt })
    .from(mails)
    .where(eq(mails.state, 'waiting'))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(countedAtMost)
  const dueAt = waiting[0]?.dueAt ?? clock.now()
  return {
    mailsWaiting: waiting.length,
    oldestMailSeconds: Math.max(0, clock.now().getTime() - dueAt.getTime()) / 1000,
  }
}

const failedWithinMs = 7 * dayMs

/** Mails of the last seven days that were given up, at most 1000. */
export async function countFailedMails({ database, clock }: Pick<MailDeps, 'database' | 'clock'>): Promise<number> {
  const since = new Date(clock.now().getTime() - failedWithinMs)
  const failed = await database.query
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'failed'), gte(mails.createdAt, since)))
    .limit(countedAtMost)
  return failed.length
}

/** Deletes at most `limit` mails that were queued before this time and have been sent or given up, and returns how many. Their files are all deleted. */
export async function deleteOld({ database, mailTransport }: MailDeps, before: Date, limit: number): Promise<number> {
  const isOld = and(ne(mails.state, 'waiting'), lt(mails.createdAt, before))
  const old = database.query
    .select({ id: mails.id })
    .from(mails)
    .where(isOld)
    .orderBy(asc(mails.createdAt))
    .limit(limit)
  const deleted = await database.query
    .delete(mails)
    .where(and(inArray(mails.id, old), isOld))
    .returning({ id: mails.id })
  await mailTransport.removeBefore(before)
  return deleted.length
}
