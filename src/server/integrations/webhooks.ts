import { newId } from '#server/platform/new-id.ts'
import type { AuditAction } from '#contract/site/audit-actions.ts'
import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import {
  maximumWebhooks,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookInput,
} from '#contract/integrations/webhooks.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import { deleteOld, testEvent, webhookJob } from './deliver.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { bodyOf, createEmit } from './events.ts'
import { findUrlProblem } from '#server/platform/outgoing/index.ts'
import { presentDelivery, presentWebhook } from './present-webhook.ts'
import { createSecret } from './delivery-signature.ts'
import { formerSecrets, webhookDeliveries, webhookEndpoints, type DeliveryRow, type EndpointRow } from './tables.ts'
import { keptSecrets, manualSends, rotationMs } from './limits.ts'

export type Webhooks = ReturnType<typeof webhooksModule>

type NotFound = Refusal<'not-found'>
type Made = { outcome: 'made'; webhook: Webhook & { secret: string } } | InvalidInput | Refusal<'too-many-webhooks'>
type Sent = { outcome: 'sent'; delivery: WebhookDelivery } | TooManyRequests | NotFound

/** Notifies other programs of events: endpoints, the outbox, and its worker. */
export function webhooksModule(deps: WebhookDeps) {
  const { database, clock, audit, rateLimiter, network } = deps
  const job = webhookJob(deps)

  const audited = (tx: Tx, admin: Viewer, action: AuditAction, { id, url, events }: EndpointRow, more: object = {}) =>
    // The path of a webhook often contains a token.
    audit.record(tx, {
      actorId: admin.id,
      action,
      subjectId: id,
      details: { host: new URL(url).host, events, ...more },
    })

  async function readEndpoints(id?: string): Promise<Webhook[]> {
    const last = database.query
      .select({
        eventType: webhookDeliveries.eventType,
        state: webhookDeliveries.state,
        createdAt: webhookDeliveries.createdAt,
        responseStatus: webhookDeliveries.responseStatus,
        error: webhookDeliveries.error,
      })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, webhookEndpoints.id))
      .orderBy(desc(webhookDeliveries.id))
      .limit(1)
      .as('last_delivery')
    const rows = await database.query
      .select({ endpoint: webhookEndpoints, last: { ...last._.selectedFields } })
      .from(webhookEndpoints)
      .leftJoinLateral(last, sql`true`)
      .where(id === undefined ? undefined : eq(webhookEndpoints.id, id))
      .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
      .limit(maximumWebhooks)
    return rows.map((row) => presentWebhook(row.endpoint, row.last))
  }

  async function show(id: string): Promise<Webhook | null> {
    return (await readEndpoints(id))[0] ?? null
  }

  async function findEndpoint(id: string): Promise<EndpointRow | null> {
    const [row] = await database.query.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    return row ?? null
  }

  /** Sends a delivery that the caller has leased, and returns it with the outcome. */
  async function sendNow(delivery: DeliveryRow): Promise<Sent> {
    await job.attempt(delivery)
    const [after] = await database.query.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, delivery.id))
    return after ? { outcome: 'sent', delivery: presentDelivery(after) } : refused('not-found')
  }

  return {
    emit: createEmit(clock),
    dueWork: [job],
    /** Deletes at most `limit` deliveries from before `before`, and returns how many. */
    deleteOld: (before: Date, limit: number) => deleteOld(deps, before, limit),

    list: () => readEndpoints(),
    show,

    /** The response is the only place where the secret appears. */
    async create({ url, events }: WebhookInput, admin: Viewer): Promise<Made> {
      const urlProblem = await findUrlProblem(network, url)
      if (urlProblem) return invalidInput({ url: urlProblem })
      const secret = createSecret()
      const row = await database.transaction(async (tx) => {
        await lockUntilCommit(tx, 'webhooks')
        const [all] = await tx.select({ total: count() }).from(webhookEndpoints)
        if ((all?.total ?? 0) >= maximumWebhooks) return null
        const [made] = await tx
          .insert(webhookEndpoints)
          .values({ id: newId(), url, events, secret, createdBy: admin.id, createdAt: clock.now() })
          .returning()
        if (!made) throw new Error('The webhook was not stored')
        await audited(tx, admin, 'webhook.created', made)
        return made
      })
      return row ? { outcome: 'made', webhook: { ...presentWebhook(row, null), secret } } : refused('too-many-webhooks')
    },

    /** A new URL and turning it on start a new period of failures. */
    async change(
      id: string,
      { url, events, enabled }: WebhookChange,
      admin: Viewer,
    ): Promise<{ outcome: 'changed'; webhook: Webhook } | InvalidInput | NotFound> {
      const urlProblem = url === undefined ? null : await findUrlProblem(network, url)
      if (urlProblem) return invalidInput({ url: urlProblem })
      const isFound = await database.transaction(async (tx) => {
        const [before] = await tx
          .select()
          .from(webhookEndpoints)
          .where(eq(webhookEndpoints.id, id))
          .for('no key update')
        if (!before) return false
        const turnsOff = enabled === false && before.disabledAt === null
        const turnsOn = enabled === true && before.disabledAt !== null
        const [after] = await tx
          .update(webhookEndpoints)
          .set({
            url: url ?? before.url,
            events: events ?? before.events,
            ...(turnsOff ? { disabledAt: clock.now(), disabledReason: 'admin' as const } : {}),
            ...(turnsOn ? { disabledAt: null, disabledReason: null } : {}),
            ...(turnsOn || (url !== undefined && url !== before.url) ? { failingSince: null } : {}),
          })
          .where(eq(webhookEndpoints.id, id))
          .returning()
        if (after) await audited(tx, admin, 'webhook.changed', after, { enabled: after.disabledAt === null })
        return true
      })
      const webhook = isFound ? await show(id) : null
      return webhook ? { outcome: 'changed', webhook } : refused('not-found')
    },

    async remove(id: string, admin: Viewer): Promise<{ outcome: 'deleted' } | NotFound> {
      return database.transaction(async (tx) => {
        const [row] = await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning()
        if (!row) return refused('not-found')
        await audited(tx, admin, 'webhook.deleted', row)
        return { outcome: 'deleted' }
      })
    },

    async rotateSecret(id: string, admin: Viewer): Promise<{ secret: string; previousValidUntil: string } | null> {
      const secret = createSecret()
      const now = clock.now()
      const until = new Date(now.getTime() + rotationMs)
      return database.transaction(async (tx) => {
        const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
        if (!row) return null
        const olderSecrets = formerSecrets(row, now).slice(0, keptSecrets)
        await tx
          .update(webhookEndpoints)
          .set({ secret, previousSecret: row.secret, previousSecretUntil: until, olderSecrets })
          .where(eq(webhookEndpoints.id, id))
        await audited(tx, admin, 'webhook.secret-rotated', row)
        return { secret, previousValidUntil: until.toISOString() }
      })
    },

    /** Sends a test event now, also to an endpoint that is off. It is not retried. */
    async test(id: string): Promise<Sent> {
      const limit = await rateLimiter.take([manualSends, id])
      if (!limit.allowed) return tooManyRequests(limit)
      const now = clock.now()
      const queued = await database.transaction(async (tx) => {
        const [endpoint] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('key share')
        if (!endpoint) return null
        const body = bodyOf(testEvent, now, { webhookId: id })
        const ids = { id: newId(), endpointId: id, eventId: newId() }
        const [delivery] = await tx
          .insert(webhookDeliveries)
          .values({
            ...ids,
            eventType: testEvent,
            body,
            state: 'waiting',
            nextAttemptAt: job.leasedUntil(),
            createdAt: now,
          })
          .returning()
        return delivery ?? null
      })
      return queued ? sendNow(queued) : refused('not-found')
    },

    /** Newest first, from `before` on. Null when there is no such endpoint. */
    async listDeliveries({
      id,
      before,
      limit,
    }: {
      id: string
      before?: string | undefined
      limit: number
    }): Promise<{ rows: WebhookDelivery[]; next: string | null } | null> {
      if (!(await findEndpoint(id))) return null
      const rows = await database.query
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.endpointId, id), before ? lt(webhookDeliveries.id, before) : undefined))
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit + 1)
      const shown = rows.slice(0, limit)
      return { rows: shown.map(presentDelivery), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
    },

    /** Sends a delivery again now, with the same id. When that fails, its retries start anew. */
    async resend(id: string, deliveryId: string): Promise<Sent> {
      if (!(await findEndpoint(id))) return refused('not-found')
      const limit = await rateLimiter.take([manualSends, id])
      if (!limit.allowed) return tooManyRequests(limit)
      const [delivery] = await database.query
        .update(webhookDeliveries)
        .set({
          state: 'waiting',
          nextAttemptAt: job.leasedUntil(),
          attempts: 0,
          resends: sql`${webhookDeliveries.resends} + 1`,
        })
        .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id)))
        .returning()
      return delivery ? sendNow(delivery) : refused('not-found')
    },
  }
}
