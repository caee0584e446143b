import type { Deliveries, Notifications } from './notifications.ts'
import { notificationsPersonalData } from './personal-data.ts'
import { notificationsRoutes } from './routes.ts'

type Modules = Parameters<typeof notificationsPersonalData>[0] & {
  notifications: Notifications
  deliveries: Deliveries
}

export const notificationsDomain = {
  invariants: [],
  contribute: ({ notifications, deliveries, ...modules }: Modules) => ({
    routes: { notifications: notificationsRoutes(notifications) },
    personalData: [notificationsPersonalData(modules)],
    purges: { notifications: notifications.deleteOld, 'whatsapp-messages': notifications.deleteOldWhatsApp },
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: deliveries.dueWork,
    periodic: [],
  }),
}
