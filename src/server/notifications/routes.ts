import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Notifications } from './notifications.ts'
import { answer, asPage, orNotFound, serve } from '#server/serve.ts'

export function notificationsRoutes(notifications: Notifications) {
  const { notifications: on } = endpoints
  return {
    showUnsubscribe: answer(
      on.showUnsubscribe,
      async (input) => notifications.showUnsubscribe(input.token),
      orNotFound(),
    ),
    unsubscribe: answer(on.unsubscribe, async (input) => notifications.unsubscribe(input.token), orNotFound()),
    listNotifications: serve(
      on.listNotifications,
      async (viewer, input) => notifications.list(viewer.id, input),
      asPage,
    ),
    countUnreadNotifications: on.countUnreadNotifications.handler(async ({ context }) =>
      ok({ unread: await notifications.countUnread(context.viewer().id) }),
    ),
    readNotifications: serve(on.readNotifications, async (viewer, input) => notifications.read(viewer.id, input)),
    showWhatsApp: serve(on.showWhatsApp, async (viewer) => notifications.showWhatsApp(viewer.id)),
    startWhatsApp: serve(
      on.startWhatsApp,
      async (viewer, input) => notifications.startWhatsApp(viewer.id, input.number),
      'started',
    ),
    confirmWhatsApp: serve(
      on.confirmWhatsApp,
      async (viewer, input) => notifications.confirmWhatsApp(viewer.id, input.code),
      'confirmed',
    ),
    removeWhatsApp: serve(on.removeWhatsApp, async (viewer) => notifications.removeWhatsApp(viewer.id)),
    showPush: serve(on.showPush, async (viewer) => notifications.showPush(viewer.id)),
    addPush: serve(on.addPush, notifications.addPush, 'added'),
    removePush: on.removePush.handler(async ({ input, context }) => {
      await notifications.removePush(context.viewer().id, input.id)
      return ok({ _id: input.id }, 'Notifikasi peramban dimatikan.')
    }),
    showNotificationSettings: serve(on.showNotificationSettings, async (viewer) => notifications.showSettings(viewer)),
    saveNotificationSettings: serve(on.saveNotificationSettings, notifications.saveSettings, 'saved'),
  }
}
