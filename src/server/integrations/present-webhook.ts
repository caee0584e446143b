import type { Webhook, WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { webhookIdOf } from './delivery-signature.ts'
import type { DeliveryRow, EndpointRow } from './tables.ts'

export type LastDelivery = Pick<DeliveryRow, 'eventType' | 'state' | 'createdAt' | 'responseStatus' | 'error'>

export const presentWebhook = (
  { id, url, events, disabledAt, disabledReason, failingSince, createdAt }: EndpointRow,
  last: LastDelivery | null,
): Webhook => ({
  _id: id,
  url,
  events,
  enabled: disabledAt === null,
  disabledReason,
  disabledAt: disabledAt?.toISOString() ?? null,
  failingSince: failingSince?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  lastDelivery: last && {
    type: last.eventType,
    state: last.state,
    createdAt: last.createdAt.toISOString(),
    responseStatus: last.responseStatus,
    error: last.error,
  },
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  eventId: webhookIdOf(row),
  type: row.eventType,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  durationMs: row.durationMs,
  responseStatus: row.responseStatus,
  responseExcerpt: row.responseExcerpt,
  error: row.error,
  body: row.body,
})
