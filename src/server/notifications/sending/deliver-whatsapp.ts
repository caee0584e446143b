import { and, asc, eq, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { deleteSome, lockUntilCommit, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { WhatsAppRefusal, type WhatsAppContent } from '#server/platform/outgoing/index.ts'
import { leasedJob, type Job } from '#server/platform/jobs/index.ts'
import type { DeliveryDeps, WhatsAppSettings } from '#server/notifications/deps.ts'
import type { Notice } from '#server/notifications/kinds.ts'
import { queueNotice } from './messages.ts'
import { stillHolds } from './still-holds.ts'
import { isWhatsAppOn } from './whatsapp-queue.ts'
import { whatsAppMessages, whatsAppNumbers, type WhatsAppMessageRow } from './whatsapp-tables.ts'

/** Pause after the nth failure; what fails after the last one is mailed instead. */
const retryDelaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs]
/** After its own message, a person may be answered freely for this long. */
const windowMs = 24 * hourMs
/** A code is worth nothing later. */
const codeMs = 10 * minuteMs
/** News of yesterday is not told. */
const noticeMs = dayMs

/** Not sent, and not tried again. */
class NotTold extends Error {
  override name = 'NotTold'
}

export const whatsAppJob = (deps: DeliveryDeps): Job =>
  leasedJob(deps, {
    name: 'whatsapp',
    table: whatsAppMessages,
    id: 'id',
    isWaiting: sql`${whatsAppMessages.state} = 'waiting'`,
    isDue: (now) => lte(whatsAppMessages.nextAttemptAt, now),
    orderBy: [asc(whatsAppMessages.nextAttemptAt), asc(whatsAppMessages.id)],
    noted: { at: 'createdAt', dueAt: 'nextAttemptAt' },
    dueAt: 'nextAttemptAt',
    leaseMs: 5 * minuteMs,
    batch: 8,
    atOnce: 1,
    retries: { attempts: 'attempts', delaysMs: retryDelaysMs },
    hidden: ({ number }) => number,
    send: (message) => sendOnce(deps, message),
    done: (message, providerId) => (providerId === null ? 'delete' : sentValues(message, providerId, deps.clock.now())),
    isPermanent: (error) => error instanceof NotTold || (error instanceof WhatsAppRefusal && error.isFinal),
    failed: (_message, _error, lastError) => ({ lastError }),
    // It is mailed instead, where it is not mailed anyway.
    also: async (tx, message, outcome) => {
      if (outcome.state === 'failed' && outcome.isGivenUp) await fail(tx, deps, { message, reason: outcome.reason })
    },
  })

/** The id at the provider; null for what is not told any more. */
async function sendOnce(deps: DeliveryDeps, message: WhatsAppMessageRow): Promise<string | null> {
  const { database, clock, whatsApp, publicUrl, readWhatsAppSettings } = deps
  // Messages that wait when it is switched off are mailed now: they would be old news once it is on again.
  if (!whatsApp || !(await isWhatsAppOn(deps))) throw new NotTold('switched off')
  if (!(await database.transaction((tx) => isStillTold(tx, deps, message)))) return null
  const settings = await readWhatsAppSettings()
  if (clock.now().getTime() - message.createdAt.getTime() > (message.kind === 'code' ? codeMs : noticeMs))
    throw new NotTold('too late')
  if (!(await countAgainstLimits(deps, message, settings))) throw new NotTold('limit of a day')
  const [person] = await database.query.select().from(whatsAppNumbers).where(eq(whatsAppNumbers.userId, message.userId))
  const { codeTemplate: code, noticeTemplate: notice, language } = settings
  return whatsApp.send({
    id: message.id,
    to: message.number,
    content: message.content as WhatsAppContent,
    templates: { code, notice, language },
    siteUrl: publicUrl,
    isAnswer: clock.now().getTime() - (person?.wroteAt?.getTime() ?? 0) < windowMs,
  })
}

/** The account was not disabled, and what it tells of is not over. */
async function isStillTold(tx: Tx, deps: DeliveryDeps, { userId, kind, data }: WhatsAppMessageRow) {
  if (!(await deps.identity.findReachable([userId], tx)).has(userId)) return false
  return data === null || stillHolds(tx, deps, { kind: kind as NotificationKind, userId, data })
}

const sentValues = (message: WhatsAppMessageRow, providerId: string, sentAt: Date) => ({
  state: 'sent' as const,
  sentAt,
  nextAttemptAt: null,
  attempts: message.attempts + 1,
  providerId,
  lastError: null,
  data: null,
  ...withoutCode(message),
})

/** Once: the answer to the request and a report about the message arrive in any order. */
export async function markSent(
  queryable: Queryable,
  message: WhatsAppMessageRow,
  providerId: string,
  sentAt: Date,
): Promise<void> {
  await queryable
    .update(whatsAppMessages)
    .set(sentValues(message, providerId, sentAt))
    .where(and(eq(whatsAppMessages.id, message.id), eq(whatsAppMessages.state, 'waiting')))
}

const withoutCode = ({ kind }: WhatsAppMessageRow) => (kind === 'code' ? { content: {} } : {})

/** Counts a message once, at its first attempt; false when it would be one too many within a day. The lock makes the limits exact. */
async function countAgainstLimits(
  { database, clock }: DeliveryDeps,
  { id, userId, kind, countedAt }: WhatsAppMessageRow,
  limits: WhatsAppSettings,
) {
  if (countedAt !== null) return true
  return database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'whatsapp-limits')
    const isToday = gt(whatsAppMessages.countedAt, new Date(clock.now().getTime() - dayMs))
    const countUpTo = async (limit: number, where: ReturnType<typeof and>) =>
      (await tx.select({ id: whatsAppMessages.id }).from(whatsAppMessages).where(where).limit(limit)).length
    // New accounts cause codes, and must not use up what notices need.
    const codes = Math.ceil(limits.dailyTotal / 2)
    const isFull =
      (await countUpTo(limits.dailyPerPerson, and(eq(whatsAppMessages.userId, userId), isToday))) >=
        limits.dailyPerPerson ||
      (await countUpTo(limits.dailyTotal, isToday)) >= limits.dailyTotal ||
      (kind === 'code' && (await countUpTo(codes, and(eq(whatsAppMessages.kind, 'code'), isToday))) >= codes)
    if (!isFull) await tx.update(whatsAppMessages).set({ countedAt: clock.now() }).where(eq(whatsAppMessages.id, id))
    return !isFull
  })
}

/** It is mailed instead, where it is not mailed anyway. Of two reports about the same failure, the second finds it failed. */
export async function fail(
  tx: Tx,
  deps: DeliveryDeps,
  { message, reason }: { message: WhatsAppMessageRow; reason: string },
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
  if (to && (await stillHolds(tx, deps, notice))) await queueNotice(tx, deps, { notice, to, isBulk: false })
}

/** Deletes at most `limit` messages that were queued before this time, and returns how many. */
export async function deleteOldWhatsApp(
  { database }: Pick<DeliveryDeps, 'database'>,
  before: Date,
  limit: number,
): Promise<number> {
  const { id, state, createdAt } = whatsAppMessages
  const where = and(ne(state, 'waiting'), lt(createdAt, before))
  return deleteSome(database.query, whatsAppMessages, { id, where, first: [createdAt] }, limit)
}

/** For the system page: given up within a day, at most 100, and the last reason. */
export async function readFailures({
  database,
  clock,
}: Pick<DeliveryDeps, 'database' | 'clock'>): Promise<{ failed: number; lastError: string | null }> {
  const since = new Date(clock.now().getTime() - dayMs)
  const rows = await database.query
    .select({ lastError: whatsAppMessages.lastError })
    .from(whatsAppMessages)
    .where(and(eq(whatsAppMessages.state, 'failed'), gt(whatsAppMessages.createdAt, since)))
    .orderBy(sql`${whatsAppMessages.createdAt} desc`)
    .limit(100)
  return { failed: rows.length, lastError: rows[0]?.lastError ?? null }
}
