import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Notifications } from './notifications.ts'

export function notificationsRoutes(notifications: Notifications) {
  const { notifications: on } = endpoints
  return {
    showUnsubscribe: on.showUnsubscribe.handler(async ({ input, errors }) =>
      ok(found(await notifications.showUnsubscribe(input.token), errors)),
    ),
    unsubscribe: on.unsubscribe.handler(async ({ input, errors }) =>
      ok(
        found(await notifications.unsubscribe(input.token), errors),
        'Kamu tidak akan menerima email seperti ini lagi.',
      ),
    ),
    listNotifications: on.listNotifications.handler(async ({ input, context }) => {
      const { rows, ...meta } = await notifications.list(context.viewer().id, input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    countUnreadNotifications: on.countUnreadNotifications.handler(async ({ context }) =>
      ok({ unread: await notifications.countUnread(context.viewer().id) }),
    ),
    readNotifications: on.readNotifications.handler(async ({ input, context }) =>
      ok(await notifications.read(context.viewer().id, input)),
    ),
    showWhatsApp: on.showWhatsApp.handler(async ({ context }) =>
      ok(await notifications.showWhatsApp(context.viewer().id)),
    ),
    startWhatsApp: on.startWhatsApp.handler(async ({ input, context, errors }) => {
      const { shown } = accept(await notifications.startWhatsApp(context.viewer().id, input.number), errors, 'started')
      return ok(shown, 'Kode dikirim lewat WhatsApp.')
    }),
    confirmWhatsApp: on.confirmWhatsApp.handler(async ({ input, context, errors }) => {
      const { shown } = accept(
        await notifications.confirmWhatsApp(context.viewer().id, input.code),
        errors,
        'confirmed',
      )
      return ok(shown, 'Nomor WhatsApp tersimpan.')
    }),
    removeWhatsApp: on.removeWhatsApp.handler(async ({ context }) =>
      ok(await notifications.removeWhatsApp(context.viewer().id), 'Nomor WhatsApp dihapus.'),
    ),
    showPush: on.showPush.handler(async ({ context }) => ok(await notifications.showPush(context.viewer().id))),
    addPush: on.addPush.handler(async ({ input, context, errors }) => {
      const { device } = accept(await notifications.addPush(context.viewer(), input), errors, 'added')
      return ok(device, 'Notifikasi peramban aktif.')
    }),
    removePush: on.removePush.handler(async ({ input, context }) => {
      await notifications.removePush(context.viewer().id, input.id)
      return ok({ _id: input.id }, 'Notifikasi peramban dimatikan.')
    }),
    showNotificationSettings: on.showNotificationSettings.handler(async ({ context }) =>
      ok(await notifications.showSettings(context.viewer())),
    ),
    saveNotificationSettings: on.saveNotificationSettings.handler(async ({ input, context, errors }) => {
      const { settings } = accept(await notifications.saveSettings(context.viewer(), input), errors, 'saved')
      return ok(settings, 'Pengaturan notifikasi tersimpan.')
    }),
  }
}
