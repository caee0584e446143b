import { lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { createSecret } from '#server/platform/protection/index.ts'
import { deleteSome, type Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps, StillHolds } from './deps.ts'
import { countUnread, isMeant, listNotifications, readNotifications } from './list.ts'
import { broadcast, notify } from './notify.ts'
import type { Notice } from './kinds.ts'
import { tellNewLessons, withdrawLesson } from './new-lessons.ts'
import { broadcastJob, digestJob } from './sending/due-work.ts'
import { showUnsubscribe, unsubscribe } from './unsubscribe.ts'
import { addPush, removePush, showPush } from './push-subscriptions.ts'
import { pushJob } from './sending/deliver-push.ts'
import { deleteOldWhatsApp, whatsAppJob } from './sending/deliver-whatsapp.ts'
import { confirmWhatsApp, removeWhatsApp, showWhatsApp, startWhatsApp } from './sending/whatsapp-numbers.ts'
import { handleWhatsAppWebhook } from './sending/whatsapp-webhook.ts'
import { saveSettings, showSettings } from './settings.ts'
import { change, hide, showAgain, withdraw } from './withdraw.ts'
import { broadcasts, notifications } from './tables.ts'

export type Notifications = ReturnType<typeof notificationsModule>
export type Deliveries = ReturnType<Notifications['deliveries']>

/** Tells people what concerns them, in the ways that they chose. */
export function notificationsModule(
  given: Omit<NotificationsDeps, 'unsubscribeSecret' | 'whatsAppSecret' | 'pushSecret'>,
) {
  const secret = (purpose: Parameters<typeof createSecret>[1]) => createSecret(given.database, purpose)
  const deps = {
    ...given,
    unsubscribeSecret: secret('unsubscribe'),
    whatsAppSecret: secret('whatsapp-codes'),
    pushSecret: secret('push'),
  }
  const { database } = deps
  return {
    /** In the transaction of what it is about. */
    notify: (tx: Tx, ...notices: readonly Notice[]) => notify(tx, deps, notices),
    ...bindInTransaction(deps, { broadcast, newLessons: tellNewLessons, withdrawLesson }),
    ...bindInTransaction(deps, { withdraw, hide, showAgain, change }),
    /** Condition: the broadcast with this id was meant for this person, who is still enrolled. */
    isMeantSql: (id: AnyPgColumn, userId: string): SQL =>
      sql`exists (select 1 from ${broadcasts} b where b.id = ${id} and ${isMeant(userId)})`,

    ...bindDeps(deps, {
      list: listNotifications,
      countUnread,
      read: readNotifications,
      showUnsubscribe,
      unsubscribe,
      showSettings,
      saveSettings,
    }),
    ...bindDeps(deps, {
      showWhatsApp,
      startWhatsApp,
      confirmWhatsApp,
      removeWhatsApp,
      deleteOldWhatsApp,
    }),
    /** Sends what waits, asking those that know whether it still is so: the domains above. */
    deliveries(stillHolds: StillHolds) {
      const delivery = { ...deps, stillHolds }
      return {
        dueWork: [whatsAppJob(delivery), pushJob(deps), broadcastJob(deps), digestJob(delivery)],
        ...bindDeps(delivery, { handleWhatsAppWebhook }),
      }
    },
    ...bindDeps(deps, { showPush, addPush, removePush }),

    /** Deletes at most `limit` notifications that are older, and returns how many. */
    deleteOld: (before: Date, limit: number): Promise<number> =>
      deleteSome(
        database.query,
        notifications,
        { id: notifications.id, where: lt(notifications.createdAt, before), first: [notifications.createdAt] },
        limit,
      ),
  }
}
