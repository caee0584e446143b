import type { Notifications } from './notifications.ts'
import { notificationsPersonalData } from './personal-data.ts'
import { notificationsRoutes } from './routes.ts'

type Modules = Parameters<typeof notificationsPersonalData>[0] & { notifications: Notifications }

export const notificationsDomain = {
  invariants: [],
  contribute: ({ notifications, ...modules }: Modules) => ({
    routes: { notifications: notificationsRoutes(notifications) },
    personalData: [notificationsPersonalData(modules)],
    purges: { notifications: notifications.deleteOld, 'whatsapp-messages': notifications.deleteOldWhatsApp },
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: notifications.dueWork,
    periodic: [],
  }),
}
