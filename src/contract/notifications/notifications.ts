import * as z from 'zod/mini'
import { at, id, publicEndpoint, response, signedInEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { instant } from '#contract/kit/input-rules.ts'
import { maxKeys } from '#contract/kit/max-keys.ts'
import { pushContract } from './push.ts'
import { whatsAppContract } from './whatsapp.ts'
import { unread, unreadContract } from './unread.ts'
import { notificationChannels, notificationKinds } from './kinds.ts'

// My notifications, and how I want to be told.

const notification = z.object({
  _id: z.string(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  text: z.string(),
  /** The page that it tells about, as a path of this site. */
  url: z.string(),
  createdAt: z.string(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof notification>

const pageMessage = 'Halaman tidak valid'
const limitMessage = 'Jumlah per halaman 1–100'
const listNotificationsInput = z.object({
  page: z._default(
    z.coerce.number(pageMessage).check(z.int(pageMessage), z.minimum(1, pageMessage), z.maximum(1000, pageMessage)),
    1,
  ),
  limit: z._default(
    z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)),
    20,
  ),
  cursor,
})
export type ListNotificationsInput = z.output<typeof listNotificationsInput>

/** An instant, or the id of the newest notification that was seen. */
const upTo = z.union([instant('Waktu tidak valid'), id], 'Waktu tidak valid')
const readInput = z
  .object({
    upTo: z.optional(upTo),
    ids: z.optional(z.array(id, 'Pilih notifikasinya').check(z.maxLength(100, 'Maksimal 100 notifikasi sekaligus'))),
  })
  .check(
    z.refine<{ upTo?: unknown; ids?: unknown }>((sent) => sent.upTo !== undefined || sent.ids !== undefined, {
      error: 'Sebutkan apa yang sudah dibaca',
      path: ['upTo'],
    }),
  )

const choice = z.boolean('Pilih ya atau tidak')
const isChannel = (name: string): boolean => (notificationChannels as readonly string[]).includes(name)
const maximumNamed = 20
/** Whoever misspells a channel would else believe that it was switched. */
const knownChannels = z.check<Record<string, boolean | undefined>>(({ value, issues }) => {
  const unknown = Object.keys(value).filter((name) => !isChannel(name))
  for (const name of unknown.slice(0, maximumNamed))
    issues.push({ code: 'custom', message: 'Jalur notifikasi tidak dikenal', path: [name], input: value[name] })
})
const wanted = z.optional(choice)
const channelChoices = z
  .catchall(z.object({ app: wanted, mail: wanted, digest: wanted, push: wanted, whatsapp: wanted }), choice)
  .check(knownChannels)
const channelValues = z.object({
  app: z.boolean(),
  mail: z.boolean(),
  digest: z.boolean(),
  push: z.boolean(),
  whatsapp: z.boolean(),
})

const notificationSettings = z.object({
  /** Channels by kind. */
  kinds: z.record(z.string(), channelValues),
  /** The kinds of the table in their order, with their words and the channels that they have. */
  table: z.array(
    z.object({
      kind: z.enum(notificationKinds),
      label: z.string(),
      group: z.string(),
      channels: z.array(z.enum(notificationChannels)),
    }),
  ),
  /** The digest comes at 07.00 there. */
  timeZone: z.string(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

const isTimeZone = (value: string): boolean => {
  if (value.length > 64) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const kinds = z
  .partialRecord(z.enum(notificationKinds, 'Jenis notifikasi tidak dikenal'), channelChoices)
  .check(maxKeys(notificationKinds.length, 'Jenis notifikasi tidak dikenal'))
const settingsInput = z.object({
  kinds: z.optional(kinds),
  timeZone: z.optional(
    z
      .string('Zona waktu tidak dikenal')
      .check(z.maxLength(64, 'Zona waktu tidak dikenal'), z.refine(isTimeZone, 'Zona waktu tidak dikenal')),
  ),
})
export type NotificationSettingsInput = z.output<typeof settingsInput>

const unsubscribeParams = z.object({ token: z.string().check(z.maxLength(200)) })

export const notificationsContract = {
  showUnsubscribe: publicEndpoint
    .route(at('GET /unsubscribe/{token}', 'What the link in a mail ends'))
    .input(unsubscribeParams)
    .output(response(z.object({ kind: z.string(), label: z.string() }))),
  unsubscribe: publicEndpoint
    .meta({ access: 'public', ignoresForm: true })
    .route(
      at(
        'POST /unsubscribe/{token}',
        'End mails of one kind with the link of a mail (RFC 8058); idempotent',
        'Kamu tidak akan menerima email seperti ini lagi.',
      ),
    )
    .input(unsubscribeParams)
    .output(response(z.object({ kind: z.string(), label: z.string() }))),
  listNotifications: signedInEndpoint
    .route(at('GET /me/notifications', 'My notifications, newest first; meta.unread counts the unread ones'))
    .input(listNotificationsInput)
    .output(
      z.extend(keysetResponse(notification), { meta: z.extend(keysetResponse(notification).shape.meta, unread.shape) }),
    ),
  ...unreadContract,
  ...whatsAppContract,
  ...pushContract,
  readNotifications: signedInEndpoint
    .route(at('PUT /me/notifications/read', 'Mark notifications as read: all up to a time or one of them, or these'))
    .input(readInput)
    .output(response(unread)),
  showNotificationSettings: signedInEndpoint
    .route(at('GET /me/notification-settings', 'How I am told of what, and the time zone of my digest'))
    .output(response(notificationSettings)),
  saveNotificationSettings: signedInEndpoint
    .route(
      at(
        'PUT /me/notification-settings',
        'Change how I am told; what is not sent stays as it is',
        'Pengaturan notifikasi tersimpan.',
      ),
    )
    .input(settingsInput)
    .output(response(notificationSettings)),
}
