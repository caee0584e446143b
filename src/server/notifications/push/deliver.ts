import { newId } from '#server/platform/new-id.ts'
import { asc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Channels } from '#contract/notifications/kinds.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { latestNoted } from '#server/platform/clock.ts'
import { claimDue, inBatches, type Tx } from '#server/platform/database/index.ts'
import { send, type Outcome } from '#server/platform/guarded-post/index.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import { describe, type Notice } from '#server/notifications/kinds.ts'
import { readVapidKeys } from './subscriptions.ts'
import { pushMessages, pushSubscriptions, type PushContent } from './tables.ts'

/** Loaded with the first message. */
const loadKit = () => import('web-push')

const retryDelaysMs = [minuteMs, 10 * minuteMs, hourMs]
const batchSize = 16
/** Those of a batch are sent at the same time, each within ten seconds. */
const leaseMs = minuteMs
/** What is older tells nothing new. Push services keep a message for as long. */
const lifeMs = dayMs
const maximumTitle = 120
const maximumText = 240

/** Queues what is told by push, for each browser of those who chose it. */
export async function queuePush(
  tx: Tx,
  { clock }: NotificationsDeps,
  chosen: readonly { notice: Notice; channels: Channels }[],
): Promise<void> {
  const wanted = chosen.filter(({ channels }) => channels.push)
  if (wanted.length === 0) return
  const { id, userId } = pushSubscriptions
  const found = await inBatches([...new Set(wanted.map(({ notice }) => notice.userId))], (batch) =>
    tx.select({ id, userId }).from(pushSubscriptions).where(inArray(userId, batch)),
  )
  const browsers = Map.groupBy(found, (row) => row.userId)
  const now = clock.now()
  const values = wanted.flatMap(({ notice }) =>
    (browsers.get(notice.userId) ?? []).map((browser) => ({
      id: newId(),
      subscriptionId: browser.id,
      kind: notice.kind,
      content: contentOf(notice),
      actorId: notice.actorId ?? null,
      subjectId: notice.subjectId ?? null,
      nextAttemptAt: now,
      createdAt: now,
    })),
  )
  if (values.length > 0) await tx.insert(pushMessages).values(values)
}

function contentOf({ kind, data }: Notice): PushContent {
  const { title, text, url } = describe(kind, data)
  return { title: title.slice(0, maximumTitle).toWellFormed(), text: text.slice(0, maximumText).toWellFormed(), url }
}

/** Sends what is due; safe in several processes. */
export async function deliverPush(deps: NotificationsDeps): Promise<void> {
  const now = deps.clock.now()
  await deps.database.query
    .update(pushMessages)
    .set({ createdAt: now, nextAttemptAt: now })
    .where(gt(pushMessages.createdAt, latestNoted(now)))
  for (let claimed = await claim(deps); claimed.length > 0; claimed = await claim(deps)) {
    await Promise.all(claimed.map((message) => deliver(deps, message)))
    if (claimed.length < batchSize) return
  }
}

function claim({ database, clock }: NotificationsDeps) {
  const now = clock.now()
  const { id, content, attempts, createdAt } = pushMessages
  const { userId, endpoint, p256dh, auth } = pushSubscriptions
  return database.transaction((tx) => {
    const due = tx
      .select({
        id,
        content,
        attempts,
        createdAt,
        subscriptionId: pushSubscriptions.id,
        userId,
        endpoint,
        p256dh,
        auth,
      })
      .from(pushMessages)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushMessages.subscriptionId))
      .where(lte(pushMessages.nextAttemptAt, now))
      .orderBy(asc(pushMessages.nextAttemptAt))
      .limit(batchSize)
    const until = new Date(now.getTime() + leaseMs)
    return claimDue(
      due,
      (ids) => tx.update(pushMessages).set({ nextAttemptAt: until }).where(inArray(pushMessages.id, ids)),
      pushMessages,
    )
  })
}

type Claimed = Awaited<ReturnType<typeof claim>>[number]

async function deliver(deps: NotificationsDeps, message: Claimed): Promise<void> {
  const { database, clock, log, identity } = deps
  const isOld = clock.now().getTime() - message.createdAt.getTime() > lifeMs
  const isTold = !isOld && (await identity.findReachable([message.userId])).has(message.userId)
  const outcome = isTold ? await post(deps, message) : null
  if (outcome?.status === 404 || outcome?.status === 410) {
    // The browser ended it; its messages go with it.
    await database.query.delete(pushSubscriptions).where(eq(pushSubscriptions.id, message.subscriptionId))
    return
  }
  const delay = outcome?.error ? retryDelaysMs[message.attempts] : undefined
  const isPassing = outcome !== null && (outcome.status === null || outcome.status === 429 || outcome.status >= 500)
  if (outcome?.error)
    log.warn(
      { pushId: message.id, status: outcome.status, error: outcome.error, attempts: message.attempts + 1 },
      'push delivery failed',
    )
  if (delay === undefined || !isPassing || outcome?.error === 'blocked-address') {
    await database.query.delete(pushMessages).where(eq(pushMessages.id, message.id))
    return
  }
  const again = { nextAttemptAt: new Date(clock.now().getTime() + delay), attempts: message.attempts + 1 }
  await database.query.update(pushMessages).set(again).where(eq(pushMessages.id, message.id))
}

/** Encrypted for this browser (RFC 8291) and signed by this site (RFC 8292); the address is checked again when the connection is made. */
async function post(deps: NotificationsDeps, { endpoint, p256dh, auth, content }: Claimed): Promise<Outcome> {
  const { default: webPush } = await loadKit()
  const vapidDetails = {
    subject: deps.publicUrl.startsWith('https:') ? deps.publicUrl : 'mailto:push@localhost.invalid',
    ...(await readVapidKeys(deps)),
  }
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    {
      vapidDetails,
      TTL: lifeMs / 1000,
      contentEncoding: 'aes128gcm',
    },
  )
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return send(deps.network, { url: endpoint, headers: named, body: body ?? '' })
}
