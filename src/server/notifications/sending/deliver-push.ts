import { newId } from '#server/platform/new-id.ts'
import { asc, eq, inArray, lte } from 'drizzle-orm'
import type { Channels } from '#contract/notifications/kinds.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { leasedJob, type Job } from '#server/platform/jobs/index.ts'
import { inBatches, type Tx } from '#server/platform/database/index.ts'
import { send, type Outcome } from '#server/platform/outgoing/index.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import { describe, type Notice } from '#server/notifications/kinds.ts'
import { readVapidKeys } from '#server/notifications/push-subscriptions.ts'
import { pushMessages, pushSubscriptions, type PushContent } from '#server/notifications/push-tables.ts'

/** Loaded with the first message. */
const loadKit = () => import('web-push')

const retryDelaysMs = [minuteMs, 10 * minuteMs, hourMs]
/** Older messages tell nothing new. Push services keep a message for as long. */
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

type Browser = typeof pushSubscriptions.$inferSelect

class NotPushed extends Error {
  override name = 'NotPushed'
  readonly isPassing: boolean
  constructor({ status, error }: Outcome) {
    super([error, status].filter((part) => part !== null).join(' '))
    this.isPassing = error !== 'blocked-address' && (status === null || status === 429 || status >= 500)
  }
}

/** A message that is not told any more, or that is given up, leaves nothing behind. */
export const pushJob = (deps: NotificationsDeps): Job =>
  leasedJob(deps, {
    name: 'push',
    table: pushMessages,
    id: 'id',
    isDue: (now) => lte(pushMessages.nextAttemptAt, now),
    orderBy: [asc(pushMessages.nextAttemptAt)],
    noted: { at: 'createdAt', dueAt: 'nextAttemptAt' },
    dueAt: 'nextAttemptAt',
    leaseMs: minuteMs,
    batch: 16,
    atOnce: 16,
    retries: { attempts: 'attempts', delaysMs: retryDelaysMs },
    send: (message) => pushOnce(deps, message),
    done: () => 'delete',
    isPermanent: (error) => error instanceof NotPushed && !error.isPassing,
    givenUp: () => 'delete',
  })

async function pushOnce(deps: NotificationsDeps, message: typeof pushMessages.$inferSelect): Promise<void> {
  const { database, clock, identity } = deps
  if (clock.now().getTime() - message.createdAt.getTime() > lifeMs) return
  const [browser] = await database.query
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, message.subscriptionId))
  if (!browser || !(await identity.findReachable([browser.userId])).has(browser.userId)) return
  const outcome = await post(deps, browser, message.content)
  // The browser ended it; its messages go with it.
  if (outcome.status === 404 || outcome.status === 410)
    await database.query.delete(pushSubscriptions).where(eq(pushSubscriptions.id, browser.id))
  else if (outcome.error !== null) throw new NotPushed(outcome)
}

/** Encrypted for this browser (RFC 8291) and signed by this site (RFC 8292); the address is checked again when the connection is made. */
async function post(
  deps: NotificationsDeps,
  { endpoint, p256dh, auth }: Browser,
  content: PushContent,
): Promise<Outcome> {
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
