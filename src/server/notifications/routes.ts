import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Rejected } from '#server/platform/rate-limiter/index.ts'
import type { Notifications } from './notifications.ts'

type LimitErrors = { TOO_MANY_REQUESTS(options: { data: { retryAfterSeconds: number } }): Error }
const tooMany = ({ retryAfterSeconds }: Rejected, errors: LimitErrors): Error => errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds } })

export function notificationsRoutes(notifications: Notifications) {
  const { notifications: on } = endpoints
  return {
    showUnsubscribe: on.showUnsubscribe.handler(async ({ input, errors }) => {
      const shown = await notifications.showUnsubscribe(input.token)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),
    unsubscribe: on.unsubscribe.handler(async ({ input, errors }) => {
      const ended = await notifications.unsubscribe(input.token)
      if (!ended) throw errors.NOT_FOUND()
      return ok(ended, 'Kamu tidak akan menerima email seperti ini lagi.')
    }),
    listNotifications: on.listNotifications.handler(async ({ input, context }) => {
      const { rows, ...meta } = await notifications.list(context.viewer().id, input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    countUnreadNotifications: on.countUnreadNotifications.handler(async ({ context }) => ok({ unread: await notifications.countUnread(context.viewer().id) })),
    readNotifications: on.readNotifications.handler(async ({ input, context }) => ok(await notifications.read(context.viewer().id, input))),
    showWhatsApp: on.showWhatsApp.handler(async ({ context }) => ok(await notifications.showWhatsApp(context.viewer().id))),
    startWhatsApp: on.startWhatsApp.handler(async ({ input, context, errors }) => {
      const started = await notifications.startWhatsApp(context.viewer().id, input.number)
      if (started.kind === 'off') throw errors.WHATSAPP_OFF()
      if (started.kind === 'too-many') throw tooMany(started.rejected, errors)
      return ok(started.shown, 'Kode dikirim lewat WhatsApp.')
    }),
    confirmWhatsApp: on.confirmWhatsApp.handler(async ({ input, context, errors }) => {
      const confirmed = await notifications.confirmWhatsApp(context.viewer().id, input.code)
      if (confirmed.kind === 'too-many') throw tooMany(confirmed.rejected, errors)
      if (confirmed.kind === 'wrong') throw errors.INVALID_INPUT({ data: { errors: { code: confirmed.reason } } })
      return ok(confirmed.shown, 'Nomor WhatsApp tersimpan.')
    }),
    removeWhatsApp: on.removeWhatsApp.handler(async ({ context }) => ok(await notifications.removeWhatsApp(context.viewer().id), 'Nomor WhatsApp dihapus.')),
    showPush: on.showPush.handler(async ({ context }) => ok(await notifications.showPush(context.viewer().id))),
    addPush: on.addPush.handler(async ({ input, context, errors }) => {
      const added = await notifications.addPush(context.viewer().id, input)
      if (added.kind === 'refused') throw errors.INVALID_INPUT({ data: { errors: added.errors } })
      return ok(added.device, 'Notifikasi peramban aktif.')
    }),
    removePush: on.removePush.handler(async ({ input, context }) => {
      await notifications.removePush(context.viewer().id, input.id)
      return ok({ _id: input.id }, 'Notifikasi peramban dimatikan.')
    }),
    showNotificationSettings: on.showNotificationSettings.handler(async ({ context }) => ok(await notifications.showSettings(context.viewer()))),
    saveNotificationSettings: on.saveNotificationSettings.handler(async ({ input, context, errors }) => {
      const saved = await notifications.saveSettings(context.viewer(), input)
      if (saved.kind === 'refused') throw errors.INVALID_INPUT({ data: { errors: saved.errors } })
      return ok(saved.settings, 'Pengaturan notifikasi tersimpan.')
    }),
  }
}
