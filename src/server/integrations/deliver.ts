import { and, asc, eq, exists, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { WebhookDisabledReason } from '#contract/integrations/webhooks.ts'
import { leasedJob, type LeasedJob } from '#server/platform/jobs/index.ts'
import { deleteSome, type Tx } from '#server/platform/database/index.ts'
import type { UserAccount } from '#server/identity/index.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { webhookDisabledMessage } from './messages.ts'
import { send, type Outcome } from '#server/platform/outgoing/index.ts'
import { signedHeaders, webhookIdOf } from './delivery-signature.ts'
import { formerSecrets, webhookDeliveries, webhookEndpoints, type DeliveryRow, type EndpointRow } from './tables.ts'
import { disableAfterMs } from './limits.ts'

// Pause after the nth failure, as standardwebhooks.com recommends. A delivery that fails after the last one, almost three days later, is given up.
const retryDelaysMs = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, ...Array<number>(6).fill(10 * hourMs)]

export const testEvent = 'webhook.test'

type Sent = {
  endpoint: EndpointRow
  outcome: Outcome
  sentAt: Date
  /** Why the endpoint is turned off now, and who learns of it. */
  reason: AutomaticReason | null
  admins: readonly UserAccount[]
  isLast: boolean
}

/** Without a response that says so, nothing was delivered. */
class NotDelivered extends Error {
  override name = 'NotDelivered'
  readonly sent: Sent
  constructor(sent: Sent) {
    super([sent.outcome.error, sent.outcome.status].filter((part) => part !== null).join(' '))
    this.sent = sent
  }
}

/** Each endpoint is a lane of its own, so that a slow one delays no others. */
export const webhookJob = (deps: WebhookDeps): LeasedJob<typeof webhookDeliveries> =>
  leasedJob(deps, {
    name: 'webhooks',
    table: webhookDeliveries,
    id: 'id',
    isWaiting: sql`${webhookDeliveries.state} = 'waiting'`,
    isDue: (now) => and(isEnabled, lte(webhookDeliveries.nextAttemptAt, now)),
    orderBy: [asc(webhookDeliveries.nextAttemptAt)],
    noted: { at: 'createdAt', dueAt: 'nextAttemptAt' },
    dueAt: 'nextAttemptAt',
    leaseMs: minuteMs,
    batch: 8,
    atOnce: 8,
    lanes: { column: 'endpointId', list: (now) => listDueEndpoints(deps, now) },
    retries: { attempts: 'attempts', delaysMs: retryDelaysMs },
    jitterPercent: 10,
    isSame: ({ attempts, resends }) =>
      and(eq(webhookDeliveries.attempts, attempts), eq(webhookDeliveries.resends, resends)),
    send: (delivery) => sendDelivery(deps, delivery),
    done: (_delivery, sent) => ({ state: 'delivered' as const, nextAttemptAt: null, ...responseOf(sent) }),
    isPermanent: (error) => error instanceof NotDelivered && error.sent.isLast,
    failed: (_delivery, error) => (error instanceof NotDelivered ? responseOf(error.sent) : {}),
    givenUp: () => ({ state: 'failed' as const, nextAttemptAt: null }),
    also: async (tx, delivery, outcome) => {
      if (outcome.state === 'done') await noteOutcome(tx, deps, delivery, outcome.result)
      else if (outcome.error instanceof NotDelivered) await noteOutcome(tx, deps, delivery, outcome.error.sent)
    },
    counted: (outcome) => deps.metrics.webhooks.inc({ outcome: outcome === 'sent' ? 'sent' : 'failed' }),
  })

/** A delivery to an endpoint that is off waits until it is on again. */
const isEnabled = sql`exists (select 1 from ${webhookEndpoints}
  where ${webhookEndpoints.id} = ${webhookDeliveries.endpointId} and ${webhookEndpoints.disabledAt} is null)`

async function listDueEndpoints({ database: { query } }: WebhookDeps, now: Date): Promise<string[]> {
  const due = query
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        eq(webhookDeliveries.state, 'waiting'),
        lte(webhookDeliveries.nextAttemptAt, now),
      ),
    )
  const rows = await query
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(isNull(webhookEndpoints.disabledAt), exists(due)))
  return rows.map((row) => row.id)
}

/** Sends a delivery once. */
async function sendDelivery(deps: WebhookDeps, delivery: DeliveryRow): Promise<Sent> {
  const { database, clock, network } = deps
  const [endpoint] = await database.query
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, delivery.endpointId))
  if (!endpoint) throw new Error('The webhook was deleted')
  const sentAt = clock.now()
  const secrets = [endpoint.secret, ...formerSecrets(endpoint, sentAt).map(({ secret }) => secret)]
  const outcome = await send(network, {
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cendaki-Webhooks/1',
      ...signedHeaders({ id: webhookIdOf(delivery), body: delivery.body, sentAt }, secrets),
    },
    body: delivery.body,
  })
  const reason = whyDisable(deps, endpoint, delivery, outcome)
  const isLast = delivery.eventType === testEvent || outcome.status === 410 || endpoint.disabledAt !== null
  const sent = { endpoint, outcome, sentAt, reason, admins: reason ? await listAdmins(deps) : [], isLast }
  if (outcome.error !== null) throw new NotDelivered(sent)
  return sent
}

const responseOf = ({ outcome: { durationMs, status, excerpt, error }, sentAt }: Sent) => ({
  lastAttemptAt: sentAt,
  durationMs,
  responseStatus: status,
  responseExcerpt: excerpt,
  error,
})

/** The endpoint first, as when it is deleted: the other order could deadlock. */
async function noteOutcome(
  tx: Tx,
  deps: WebhookDeps,
  delivery: DeliveryRow,
  { endpoint, outcome, reason, admins }: Sent,
): Promise<void> {
  await updateFailingSince(tx, deps, endpoint, delivery, outcome)
  if (reason) await disable(tx, deps, endpoint, { reason, admins })
}

async function listAdmins({ identity }: WebhookDeps): Promise<UserAccount[]> {
  return (await identity.listAccounts({ role: 'admin', state: 'active', page: 1, limit: 100 })).accounts
}

type AutomaticReason = Exclude<WebhookDisabledReason, 'admin'>

function whyDisable(
  { clock }: WebhookDeps,
  endpoint: EndpointRow,
  { eventType }: DeliveryRow,
  { status, error }: Outcome,
): AutomaticReason | null {
  if (error === null || eventType === testEvent || endpoint.disabledAt) return null
  if (status === 410) return 'gone'
  return endpoint.failingSince && clock.now().getTime() - endpoint.failingSince.getTime() >= disableAfterMs
    ? 'failing'
    : null
}

/** Starts or ends the period in which every attempt failed. A failed test starts none. */
async function updateFailingSince(
  tx: Tx,
  { clock }: WebhookDeps,
  { id }: EndpointRow,
  { eventType }: DeliveryRow,
  { error }: Outcome,
): Promise<void> {
  const isThis = eq(webhookEndpoints.id, id)
  if (error === null) {
    await tx
      .update(webhookEndpoints)
      .set({ failingSince: null })
      .where(and(isThis, isNotNull(webhookEndpoints.failingSince)))
    return
  }
  if (eventType === testEvent) return
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: clock.now() })
    .where(and(isThis, isNull(webhookEndpoints.failingSince)))
}

/** Turns an endpoint off and mails the admins. */
async function disable(
  tx: Tx,
  deps: WebhookDeps,
  endpoint: EndpointRow,
  { reason, admins }: { reason: AutomaticReason; admins: readonly UserAccount[] },
): Promise<void> {
  // Unless a delivery succeeded or an admin changed the endpoint meanwhile.
  const isUnchanged = and(
    isNull(webhookEndpoints.disabledAt),
    eq(webhookEndpoints.url, endpoint.url),
    isNotNull(webhookEndpoints.failingSince),
  )
  const disabled = await tx
    .update(webhookEndpoints)
    .set({ disabledAt: deps.clock.now(), disabledReason: reason })
    .where(and(eq(webhookEndpoints.id, endpoint.id), isUnchanged))
    .returning({ id: webhookEndpoints.id })
  if (disabled.length === 0) return
  const { host } = new URL(endpoint.url)
  await deps.audit.record(tx, {
    actorId: null,
    action: 'webhook.disabled',
    subjectId: endpoint.id,
    details: { host, reason },
  })
  const message = webhookDisabledMessage({
    endpointId: endpoint.id,
    url: endpoint.url,
    reason,
    publicUrl: deps.publicUrl,
  })
  for (const { id, name, email } of admins)
    await deps.mail.queue(tx, { kind: 'webhook-disabled', to: { name, email }, message, ownerId: id, cause: 'site' })
}

/** Deletes at most `limit` deliveries from before `before`, whatever their state, and returns how many. */
export const deleteOld = ({ database }: WebhookDeps, before: Date, limit: number): Promise<number> =>
  deleteSome(
    database.query,
    webhookDeliveries,
    { id: webhookDeliveries.id, where: lt(webhookDeliveries.createdAt, before) },
    limit,
  )
