import { randomInt } from 'node:crypto'
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { WebhookDisabledReason } from '#contract/integrations/webhooks.ts'
import { latestNoted } from '#server/platform/clock.ts'
import { claimDue, type Tx } from '#server/platform/database/index.ts'
import type { UserAccount } from '#server/identity/index.ts'
import type { WebhookDeps } from '#server/integrations/webhooks/deps.ts'
import { webhookDisabledMessage } from '#server/integrations/webhooks/messages.ts'
import { send, type Outcome } from '#server/platform/guarded-post/index.ts'
import { signedHeaders, webhookIdOf } from './signature.ts'
import {
  formerSecrets,
  webhookDeliveries,
  webhookEndpoints,
  type DeliveryRow,
  type EndpointRow,
} from '#server/integrations/webhooks/tables.ts'

// Pause after the nth failure, as standardwebhooks.com recommends. A delivery that fails after the last one, almost three days later, is given up.
const retryDelaysMs = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, ...Array<number>(6).fill(10 * hourMs)]
/** Deliveries that failed together are retried at slightly different times: up to 10 % earlier or later. */
const jitterPercent = 10
/** Sent at once to one endpoint; with the timeout of a request, also the longest that a shutdown waits. */
const batchSize = 8
/** Longer than a request may take. If the process ends meanwhile, the delivery is due again after it. */
export const leaseMs = minuteMs
const disableAfterMs = 5 * dayMs

export const testEvent = 'webhook.test'

/** Sends due deliveries. Each endpoint has its own batch, so that a slow one delays no others; safe to run in several processes. */
export function createDeliverDue(deps: WebhookDeps): () => Promise<void> {
  const running = new Set<string>()
  return async () => {
    for (const id of await listDueEndpoints(deps)) {
      if (running.has(id)) continue
      running.add(id)
      deps.background.run('webhook deliveries', () => deliverBatch(deps, id).finally(() => running.delete(id)))
    }
  }
}

async function listDueEndpoints({ database, clock }: WebhookDeps): Promise<string[]> {
  const { query } = database
  const now = clock.now()
  await query
    .update(webhookDeliveries)
    .set({ createdAt: now, nextAttemptAt: now })
    .where(and(eq(webhookDeliveries.state, 'waiting'), gt(webhookDeliveries.createdAt, latestNoted(now))))
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

async function deliverBatch(deps: WebhookDeps, endpointId: string): Promise<void> {
  const claimed = await claimDeliveries(deps, endpointId)
  if (!claimed) return
  const results = await Promise.allSettled(
    claimed.deliveries.map((delivery) => attempt(deps, claimed.endpoint, delivery)),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function claimDeliveries(
  { database, clock }: WebhookDeps,
  endpointId: string,
): Promise<{ endpoint: EndpointRow; deliveries: DeliveryRow[] } | null> {
  const now = clock.now()
  const until = new Date(now.getTime() + leaseMs)
  return database.transaction(async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.disabledAt)))
    if (!endpoint) return null
    const due = tx
      .select()
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          eq(webhookDeliveries.state, 'waiting'),
          lte(webhookDeliveries.nextAttemptAt, now),
        ),
      )
      .orderBy(asc(webhookDeliveries.nextAttemptAt))
      .limit(batchSize)
    const lease = (ids: string[]) =>
      tx.update(webhookDeliveries).set({ nextAttemptAt: until }).where(inArray(webhookDeliveries.id, ids))
    return { endpoint, deliveries: await claimDue(due, lease) }
  })
}

/** Sends a claimed delivery once and stores the outcome. */
export async function attempt(deps: WebhookDeps, endpoint: EndpointRow, delivery: DeliveryRow): Promise<void> {
  const sentAt = deps.clock.now()
  const secrets = [endpoint.secret, ...formerSecrets(endpoint, sentAt).map(({ secret }) => secret)]
  const outcome = await send(deps.network, {
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cendaki-Webhooks/1',
      ...signedHeaders({ id: webhookIdOf(delivery), body: delivery.body, sentAt }, secrets),
    },
    body: delivery.body,
  })
  const reason = whyDisable(deps, endpoint, delivery, outcome)
  const admins = reason ? await listAdmins(deps) : []
  await deps.database.transaction(async (tx) => {
    // The endpoint first, as when it is deleted: the other order could deadlock.
    await updateFailingSince(tx, deps, endpoint, delivery, outcome)
    if (reason) await disable(tx, deps, endpoint, { reason, admins })
    await storeOutcome(tx, deps, endpoint, delivery, { outcome, sentAt })
  })
  deps.metrics.webhooks.inc({ outcome: outcome.error === null ? 'sent' : 'failed' })
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
    subjectKind: 'webhook',
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
    await deps.mail.queue(tx, { kind: 'webhook-disabled', to: { name, email }, message, ownerId: id })
}

async function storeOutcome(
  tx: Tx,
  { log }: WebhookDeps,
  endpoint: EndpointRow,
  delivery: DeliveryRow,
  { outcome: { durationMs, status, excerpt, error }, sentAt }: { outcome: Outcome; sentAt: Date },
): Promise<void> {
  const delayMs =
    delivery.eventType === testEvent || status === 410 || endpoint.disabledAt
      ? undefined
      : retryDelaysMs[delivery.attempts]
  const next =
    error === null
      ? { state: 'delivered' as const, nextAttemptAt: null }
      : delayMs === undefined
        ? { state: 'failed' as const, nextAttemptAt: null }
        : {
            nextAttemptAt: new Date(
              sentAt.getTime() + delayMs * (1 + randomInt(-jitterPercent, jitterPercent + 1) / 100),
            ),
          }
  if (error !== null)
    log.warn(
      { webhookId: endpoint.id, deliveryId: delivery.id, attempts: delivery.attempts + 1, status, error },
      'webhook delivery failed',
    )
  const { id, attempts, resends } = delivery
  await tx
    .update(webhookDeliveries)
    .set({
      ...next,
      attempts: attempts + 1,
      lastAttemptAt: sentAt,
      durationMs,
      responseStatus: status,
      responseExcerpt: excerpt,
      error,
    })
    // Another process may have sent it after the lease, or an admin sent it again.
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'waiting'),
        eq(webhookDeliveries.attempts, attempts),
        eq(webhookDeliveries.resends, resends),
      ),
    )
}

/** Deletes at most `limit` deliveries from before `before`, whatever their state, and returns how many. */
export async function deleteOld({ database }: WebhookDeps, before: Date, limit: number): Promise<number> {
  const { query } = database
  const old = query
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, before))
    .limit(limit)
  return (
    await query
      .delete(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, old))
      .returning({ id: webhookDeliveries.id })
  ).length
}
