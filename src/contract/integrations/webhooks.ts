import * as z from 'zod/mini'
import { urlMessage } from '#contract/kit/input-rules.ts'
import { at, adminEndpoint, response, freshAdminEndpoint, id } from '#contract/kit/endpoint.ts'

// Deliveries follow standardwebhooks.com: signed, retried, with one id per event.

export const webhookEvents = [
  'purchase.paid',
  'purchase.refunded',
  'enrollment.granted',
  'cohort.joined',
  'team.joined',
  'course.finished',
  'certificate.issued',
] as const
export type WebhookEventType = (typeof webhookEvents)[number]

export const maximumWebhooks = 20

/** Why deliveries are off: an admin's choice, a response 410 Gone, or failures for five days. */
const webhookDisabledReasons = ['admin', 'gone', 'failing'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One event for one endpoint, with the outcome of the last attempt. `failed` means that it is sent again only by `resendDelivery`. */
const webhookDelivery = z.object({
  _id: z.string(),
  /** The header `webhook-id`, the same for every attempt. */
  eventId: z.string(),
  /** One of the events, or `webhook.test`. */
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  createdAt: z.string(),
  lastAttemptAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  responseStatus: z.nullable(z.number()),
  /** At most 1 KB of the response. */
  responseExcerpt: z.nullable(z.string()),
  /** `http-status`, `redirect`, `timeout`, `blocked-address`, or a system error code such as `ECONNREFUSED`; null after a success. */
  error: z.nullable(z.string()),
  /** The JSON that is sent. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  disabledReason: z.nullable(z.enum(webhookDisabledReasons)),
  disabledAt: z.nullable(z.string()),
  /** The first failed attempt since the last successful one. */
  failingSince: z.nullable(z.string()),
  createdAt: z.string(),
  lastDelivery: z.nullable(
    z.pick(webhookDelivery, { type: true, state: true, createdAt: true, responseStatus: true, error: true }),
  ),
})
export type Webhook = z.infer<typeof webhook>

const eventsMessage = 'Pilih paling tidak satu kejadian'

export const webhookInput = z.object({
  url: z
    .string(urlMessage)
    .check(
      z.trim(),
      z.maxLength(500, 'Alamat maksimal 500 karakter'),
      z.regex(/^https?:\/\/[^\s\\]+$/i, urlMessage),
      z.regex(/^https?:\/\/[^/?#@]*(?:[/?#]|$)/i, 'Alamat tidak boleh memuat nama pengguna atau password'),
    ),
  events: z.array(z.enum(webhookEvents, 'Kejadian tidak dikenal'), eventsMessage).check(
    z.minLength(1, eventsMessage),
    z.maxLength(webhookEvents.length, 'Kejadian tidak dikenal'),
    z.refine((events) => new Set(events).size === events.length, 'Kejadian yang sama ditulis dua kali'),
  ),
})
export type WebhookInput = z.infer<typeof webhookInput>

const webhookChange = z.extend(z.partial(webhookInput), { enabled: z.optional(z.boolean('Pilih aktif atau nonaktif')) })
export type WebhookChange = z.infer<typeof webhookChange>

const limitMessage = 'Jumlah per halaman 1–100'
const listDeliveriesInput = z.object({
  id,
  /** The id of the last delivery of the page before. */
  before: z.optional(id),
  limit: z._default(
    z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)),
    20,
  ),
})

const byId = z.object({ id })
const deliveryParams = z.object({ id, deliveryId: id })

export const webhooksContract = {
  listWebhooks: adminEndpoint
    .route(at('GET /admin/webhooks', 'All webhooks, newest first'))
    .output(response(z.array(webhook))),
  showWebhook: adminEndpoint.route(at('GET /admin/webhooks/{id}', 'One webhook')).input(byId).output(response(webhook)),
  createWebhook: freshAdminEndpoint
    .route(
      at('POST /admin/webhooks', 'Add a webhook; only this response contains its secret', {
        successStatus: 201,
        successDescription: 'Webhook ditambahkan.',
      }),
    )
    .input(webhookInput)
    .output(response(z.extend(webhook, { secret: z.string() })))
    .errors({
      TOO_MANY_WEBHOOKS: {
        status: 409,
        message: `Paling banyak ${maximumWebhooks} webhook. Hapus dulu yang tidak dipakai.`,
      },
    }),
  updateWebhook: freshAdminEndpoint
    .route(
      at(
        'PATCH /admin/webhooks/{id}',
        'Change the URL or the events of a webhook, or turn it off or on',
        'Webhook disimpan.',
      ),
    )
    .input(z.extend(webhookChange, { id }))
    .output(response(webhook)),
  deleteWebhook: freshAdminEndpoint
    .route(at('DELETE /admin/webhooks/{id}', 'Delete a webhook with its deliveries', 'Webhook dihapus.'))
    .input(byId)
    .output(response(z.null())),
  rotateWebhookSecret: freshAdminEndpoint
    .route(
      at(
        'POST /admin/webhooks/{id}/secret',
        'Make a new secret; the one before also signs for 24 hours',
        'Rahasia baru dibuat.',
      ),
    )
    .input(byId)
    .output(response(z.object({ secret: z.string(), previousValidUntil: z.string() }))),
  testWebhook: adminEndpoint
    .route(at('POST /admin/webhooks/{id}/test', 'Send a test event now; the response has its outcome'))
    .input(byId)
    .output(response(webhookDelivery)),
  listDeliveries: adminEndpoint
    .route(at('GET /admin/webhooks/{id}/deliveries', 'Deliveries of the last 30 days, newest first'))
    .input(listDeliveriesInput)
    .output(
      z.object({
        success: z.literal(true),
        data: z.array(webhookDelivery),
        /** `next`: the value of `before` for the next page; null on the last one. */
        meta: z.object({ limit: z.number(), next: z.nullable(z.string()) }),
      }),
    ),
  resendDelivery: adminEndpoint
    .route(
      at(
        'POST /admin/webhooks/{id}/deliveries/{deliveryId}/resend',
        'Send a delivery again now; the response has its outcome',
      ),
    )
    .input(deliveryParams)
    .output(response(webhookDelivery)),
}
