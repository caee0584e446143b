import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Notifications } from './notifications.ts'

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
    showNotificationSettings: on.showNotificationSettings.handler(async ({ context }) => ok(await notifications.showSettings(context.viewer()))),
    saveNotificationSettings: on.saveNotificationSettings.handler(async ({ input, context }) =>
      ok(await notifications.saveSettings(context.viewer(), input), 'Pengaturan notifikasi tersimpan.'),
    ),
  }
}
