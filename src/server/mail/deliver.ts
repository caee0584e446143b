import { and, asc, eq, inArray, lt, lte, ne } from 'drizzle-orm'
import type { MailDeps } from './mail.ts'
import { PermanentRefusal } from './postman.ts'
import { mails, type MailRow } from './tables.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

// After the nth failure; a mail that failed once more than there are pauses is given up, about a day and a half later.
const pausesMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 8 * hour, 24 * hour]
const batch = 20
/** While one process sends it, no other does; should that process die, the mail comes due again. */
const leaseMs = 5 * minute
const keptMs = 90 * day

/**
 * Hands on every mail that is due. Harmless in any number of processes. A process that dies between handing a mail
 * over and noting so sends it twice, with the same message id; none is lost.
 */
export async function deliverDue(deps: MailDeps): Promise<void> {
  for (let taken = await claim(deps); taken.length > 0; taken = await claim(deps)) {
    const { contactEmail } = await deps.database.transaction((tx) => deps.readSender(tx))
    for (const mail of taken) await deliver(deps, mail, contactEmail)
    if (taken.length < batch) return
  }
}

function claim({ database, clock }: MailDeps): Promise<MailRow[]> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.state, 'waiting'), lte(mails.nextAttemptAt, now)))
      .orderBy(asc(mails.nextAttemptAt), asc(mails.id))
      .limit(batch)
      .for('update', { skipLocked: true })
    const ids = due.map((mail) => mail.id)
    const until = new Date(now.getTime() + leaseMs)
    if (ids.length > 0) await tx.update(mails).set({ nextAttemptAt: until }).where(inArray(mails.id, ids))
    return due
  })
}

async function deliver({ database, clock, postman, publicUrl, log }: MailDeps, mail: MailRow, replyTo: string): Promise<void> {
  const { id, kind, subject, createdAt, attempts } = mail
  const mine = and(eq(mails.id, id), eq(mails.state, 'waiting'), eq(mails.resends, mail.resends))
  try {
    await postman.deliver({
      id,
      kind,
      subject,
      messageId: `<${id}.${mail.resends}@${new URL(publicUrl).hostname}>`,
      to: { name: mail.toName, email: mail.toEmail },
      replyTo,
      text: mail.textBody,
      html: mail.htmlBody,
      date: createdAt,
    })
    await database.query
      .update(mails)
      .set({ state: 'sent', sentAt: clock.now(), nextAttemptAt: null, attempts: attempts + 1, lastError: null })
      .where(mine)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const pause = error instanceof PermanentRefusal ? undefined : pausesMs[attempts]
    // The address is the recipient's business, not the log's.
    log.warn({ mailId: id, kind, attempts: attempts + 1, givenUp: pause === undefined, reason: reason.replaceAll(mail.toEmail, '…') }, 'a mail was not taken')
    const next = pause === undefined ? { state: 'failed' as const, nextAttemptAt: null } : { nextAttemptAt: new Date(clock.now().getTime() + pause) }
    await database.query
      .update(mails)
      .set({ ...next, attempts: attempts + 1, lastError: reason.slice(0, 500) })
      .where(mine)
  }
}

/** What was sent or given up long ago is of no use any more, and it is personal. */
export async function dropOld({ database, clock, postman }: MailDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  await database.query.delete(mails).where(and(ne(mails.state, 'waiting'), lt(mails.createdAt, before)))
  await postman.dropBefore(before)
}
