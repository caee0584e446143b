import { and, asc, eq, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { claimDue, lockUntilCommit, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { WhatsAppRefusal, type WhatsAppContent } from '#server/platform/whatsapp/index.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { NotificationsDeps, WhatsAppSettings } from '#server/notifications/deps.ts'
import type { Notice } from '#server/notifications/kinds.ts'
import { queueNotice } from '#server/notifications/sending/messages.ts'
import { stillHolds } from '#server/notifications/sending/still-holds.ts'
import { isWhatsAppOn } from './queue.ts'
import { whatsAppMessages, whatsAppNumbers, type WhatsAppMessageRow } from './tables.ts'

/** Pause after the nth failure; what fails after the last one is mailed instead. */
const retryDelaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs]
/** One after the other: even if each runs into the timeout, all are done within the lease. */
const batchSize = 8
const leaseMs = 5 * minuteMs
/** After its own message, a person may be answered freely for this long. */
const windowMs = 24 * hourMs
/** A code is worth nothing later. */
const codeMs = 10 * minuteMs
/** News of yesterday is not told. */
const noticeMs = dayMs

/** Sends what is due; safe in several processes. */
export async function deliverWhatsApp(deps: NotificationsDeps): Promise<void> {
  // What waits when it is switched off is mailed now: it would be old news once it is on again.
  const handle = (await isWhatsAppOn(deps))
    ? deliver
    : (_: NotificationsDeps, message: WhatsAppMessageRow) => giveUp(deps, message, 'switched off')
  const now = deps.clock.now()
  await deps.database.query
    .update(whatsAppMessages)
    .set({ createdAt: now, nextAttemptAt: now })
    .where(and(eq(whatsAppMessages.state, 'waiting'), gt(whatsAppMessages.createdAt, latestNoted(now))))
  for (let claimed = await claim(deps); claimed.length > 0; claimed = await claim(deps)) {
    for (const message of claimed) await handle(deps, message)
    if (claimed.length < batchSize) return
  }
}

function claim({ database, clock }: NotificationsDeps): Promise<WhatsAppMessageRow[]> {
  const now = clock.now()
  return database.transaction((tx) => {
    const due = tx
      .select()
      .from(whatsAppMessages)
      .where(and(eq(whatsAppMessages.state, 'waiting'), lte(whatsAppMessages.nextAttemptAt, now)))
      .orderBy(asc(whatsAppMessages.nextAttemptAt), asc(whatsAppMessages.id))
      .limit(batchSize)
    const until = new Date(now.getTime() + leaseMs)
    return claimDue(due, (ids) =>
      tx.update(whatsAppMessages).set({ nextAttemptAt: until }).where(inArray(whatsAppMessages.id, ids)),
    )
  })
}

async function deliver(deps: NotificationsDeps, message: WhatsAppMessageRow): Promise<void> {
  const { database, clock, whatsApp, log, publicUrl, readWhatsAppSettings } = deps
  if (!whatsApp) return
  if (!(await database.transaction((tx) => isStillTold(tx, deps, message)))) {
    await database.query.delete(whatsAppMessages).where(isWaiting(message.id))
    return
  }
  const settings = await readWhatsAppSettings()
  const isLate = clock.now().getTime() - message.createdAt.getTime() > (message.kind === 'code' ? codeMs : noticeMs)
  if (isLate || !(await countAgainstLimits(deps, message, settings)))
    return giveUp(deps, message, isLate ? 'too late' : 'limit of a day')
  const [person] = await database.query.select().from(whatsAppNumbers).where(eq(whatsAppNumbers.userId, message.userId))
  const isAnswer = clock.now().getTime() - (person?.wroteAt?.getTime() ?? 0) < windowMs
  const { codeTemplate: code, noticeTemplate: notice, language } = settings
  try {
    const content = message.content as WhatsAppContent
    const providerId = await whatsApp.send({
      id: message.id,
      to: message.number,
      content,
      templates: { code, notice, language },
      siteUrl: publicUrl,
      isAnswer,
    })
    await markSent(database.query, message, providerId, clock.now())
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error))
      .replaceAll(message.number, '…')
      .slice(0, 300)
      .toWellFormed()
    const delay = error instanceof WhatsAppRefusal && error.isFinal ? undefined : retryDelaysMs[message.attempts]
    log.warn(
      {
        whatsAppId: message.id,
        kind: message.kind,
        attempts: message.attempts + 1,
        givenUp: delay === undefined,
        reason,
      },
      'WhatsApp delivery failed',
    )
    if (delay === undefined) return giveUp(deps, message, reason)
    await database.query
      .update(whatsAppMessages)
      .set({
        nextAttemptAt: new Date(clock.now().getTime() + delay),
        attempts: message.attempts + 1,
        lastError: reason,
      })
      .where(isWaiting(message.id))
  }
}

/** The account was not disabled, and what it tells of is not over. */
async function isStillTold(tx: Tx, deps: NotificationsDeps, { userId, kind, data }: WhatsAppMessageRow) {
  if (!(await deps.identity.findReachable([userId], tx)).has(userId)) return false
  return data === null || stillHolds(tx, deps, { kind: kind as NotificationKind, userId, data })
}

/** Once: the answer to the request and a report about the message arrive in any order. */
export async function markSent(
  queryable: Queryable,
  message: WhatsAppMessageRow,
  providerId: string,
  sentAt: Date,
): Promise<void> {
  await queryable
    .update(whatsAppMessages)
    .set({
      state: 'sent',
      sentAt,
      nextAttemptAt: null,
      attempts: message.attempts + 1,
      providerId,
      lastError: null,
      data: null,
      ...withoutCode(message),
    })
    .where(isWaiting(message.id))
}

const isWaiting = (id: string) => and(eq(whatsAppMessages.id, id), eq(whatsAppMessages.state, 'waiting'))
const withoutCode = ({ kind }: WhatsAppMessageRow) => (kind === 'code' ? { content: {} } : {})

/** Counts a message once, at its first attempt; false when it would be one too many within a day. The lock makes the limits exact. */
async function countAgainstLimits(
  { database, clock }: NotificationsDeps,
  { id, userId, countedAt }: WhatsAppMessageRow,
  limits: WhatsAppSettings,
) {
  if (countedAt !== null) return true
  return database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'whatsapp-limits')
    const isToday = gt(whatsAppMessages.countedAt, new Date(clock.now().getTime() - dayMs))
    const countUpTo = async (limit: number, where: ReturnType<typeof and>) =>
      (await tx.select({ id: whatsAppMessages.id }).from(whatsAppMessages).where(where).limit(limit)).length
    const isFull =
      (await countUpTo(limits.dailyPerPerson, and(eq(whatsAppMessages.userId, userId), isToday))) >=
        limits.dailyPerPerson || (await countUpTo(limits.dailyTotal, isToday)) >= limits.dailyTotal
    if (!isFull) await tx.update(whatsAppMessages).set({ countedAt: clock.now() }).where(eq(whatsAppMessages.id, id))
    return !isFull
  })
}

/** It will not arrive by WhatsApp: it is mailed instead, where it is not mailed anyway. */
async function giveUp(deps: NotificationsDeps, message: WhatsAppMessageRow, reason: string): Promise<void> {
  await deps.database.transaction((tx) => fail(tx, deps, message, reason))
}

/** Once: of two reports about the same failure, the second finds it failed. */
export async function fail(
  tx: Tx,
  deps: NotificationsDeps,
  message: WhatsAppMessageRow,
  reason: string,
): Promise<void> {
  const [failed] = await tx
    .update(whatsAppMessages)
    .set({
      state: 'failed',
      nextAttemptAt: null,
      lastError: reason,
      fallback: null,
      data: null,
      ...withoutCode(message),
    })
    .where(and(eq(whatsAppMessages.id, message.id), inArray(whatsAppMessages.state, ['waiting', 'sent'])))
    .returning()
  if (!failed || message.fallback === null || message.kind === 'code') return
  const to = (await deps.identity.findReachable([message.userId], tx)).get(message.userId)
  const { kind, fallback: data, userId, subjectId } = message
  const notice = { kind: kind as NotificationKind, data, userId, subjectId } as Notice
  if (to && (await stillHolds(tx, deps, notice))) await queueNotice(tx, deps, notice, to, { isBulk: false })
}

/** Deletes at most `limit` messages that were queued before this time, and returns how many. */
export async function deleteOldWhatsApp(
  { database }: Pick<NotificationsDeps, 'database'>,
  before: Date,
  limit: number,
): Promise<number> {
  const isOld = and(ne(whatsAppMessages.state, 'waiting'), lt(whatsAppMessages.createdAt, before))
  const old = database.query
    .select({ id: whatsAppMessages.id })
    .from(whatsAppMessages)
    .where(isOld)
    .orderBy(asc(whatsAppMessages.createdAt))
    .limit(limit)
  const deleted = await database.query
    .delete(whatsAppMessages)
    .where(and(inArray(whatsAppMessages.id, old), isOld))
    .returning({ id: whatsAppMessages.id })
  return deleted.length
}

/** For the system page: given up within a day, at most 100, and the last reason. */
export async function readFailures({
  database,
  clock,
}: Pick<NotificationsDeps, 'database' | 'clock'>): Promise<{ failed: number; lastError: string | null }> {
  const since = new Date(clock.now().getTime() - dayMs)
  const rows = await database.query
    .select({ lastError: whatsAppMessages.lastError })
    .from(whatsAppMessages)
    .where(and(eq(whatsAppMessages.state, 'failed'), gt(whatsAppMessages.createdAt, since)))
    .orderBy(sql`${whatsAppMessages.createdAt} desc`)
    .limit(100)
  return { failed: rows.length, lastError: rows[0]?.lastError ?? null }
}
