import { and, asc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ListNotificationsInput, NotificationSettingsInput } from '#contract/notifications/notifications.ts'
import { createSecret } from '#server/platform/secrets/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps } from './deps.ts'
import { countUnread, isMeant, listNotifications, readNotifications } from './list.ts'
import { broadcast, notify, type NewBroadcast } from './notify.ts'
import type { Notice } from './kinds.ts'
import { tellNewLesson, withdrawNewLesson } from './new-lessons.ts'
import { runDueWork } from './due-work.ts'
import { showUnsubscribe, unsubscribe } from './unsubscribe.ts'
import { addPush, removePush, showPush } from './push/subscriptions.ts'
import { deliverPush } from './push/deliver.ts'
import { deleteOldWhatsApp, deliverWhatsApp } from './whatsapp/deliver.ts'
import { confirmWhatsApp, removeWhatsApp, showWhatsApp, startWhatsApp } from './whatsapp/numbers.ts'
import { handleWhatsAppWebhook } from './whatsapp/webhook.ts'
import { saveSettings, showSettings } from './settings.ts'
import { broadcasts, notifications } from './tables.ts'

export type Notifications = ReturnType<typeof notificationsModule>

/** Tells people what concerns them, in the ways that they chose. */
export function notificationsModule(given: Omit<NotificationsDeps, 'unsubscribeSecret' | 'whatsAppSecret' | 'pushSecret'>) {
  const secret = (purpose: Parameters<typeof createSecret>[1]) => createSecret(given.database, purpose)
  const deps = { ...given, unsubscribeSecret: secret('unsubscribe'), whatsAppSecret: secret('whatsapp-codes'), pushSecret: secret('push') }
  const { database } = deps
  return {
    /** In the transaction of what it is about. */
    notify: (tx: Tx, ...notices: readonly Notice[]) => notify(tx, deps, notices),
    broadcast: (tx: Tx, told: NewBroadcast) => broadcast(tx, deps, told),
    newLesson: (tx: Tx, told: Parameters<typeof tellNewLesson>[2]) => tellNewLesson(tx, deps, told),
    withdrawNewLesson,
    /** Takes a broadcast back: it leaves the lists, and nobody else is told. */
    withdraw: async (tx: Tx, id: string) => void (await tx.delete(broadcasts).where(eq(broadcasts.id, id))),
    /** Changes what a broadcast says. */
    changeBroadcast: async (tx: Tx, id: string, data: unknown) => void (await tx.update(broadcasts).set({ data }).where(eq(broadcasts.id, id))),
    /** Condition: the broadcast with this id was meant for this person, who is still enrolled. */
    isMeantSql: (id: AnyPgColumn, userId: string): SQL => sql`exists (select 1 from ${broadcasts} b where b.id = ${id} and ${isMeant(deps, userId)})`,

    list: (userId: string, input: ListNotificationsInput) => listNotifications(deps, userId, input),
    countUnread: (userId: string) => countUnread(deps, userId),
    read: (userId: string, marks: Parameters<typeof readNotifications>[2]) => readNotifications(deps, userId, marks),
    /** Mails of broadcasts, and digests. */
    runDueWork: () => runDueWork(deps),
    showUnsubscribe: (token: string) => showUnsubscribe(deps, token),
    unsubscribe: (token: string) => unsubscribe(deps, token),
    showSettings: (owner: Parameters<typeof showSettings>[1]) => showSettings(deps, owner),
    saveSettings: (owner: Parameters<typeof saveSettings>[1], input: NotificationSettingsInput) => saveSettings(deps, owner, input),

    showWhatsApp: (userId: string) => showWhatsApp(deps, userId),
    startWhatsApp: (userId: string, number: string) => startWhatsApp(deps, userId, number),
    confirmWhatsApp: (userId: string, code: string) => confirmWhatsApp(deps, userId, code),
    removeWhatsApp: (userId: string) => removeWhatsApp(deps, userId),
    /** What Meta tells about messages, in its own protocol. */
    handleWhatsAppWebhook: (request: Request) => handleWhatsAppWebhook(deps, request),
    deliverWhatsApp: () => deliverWhatsApp(deps),
    deleteOldWhatsApp: (before: Date, limit: number) => deleteOldWhatsApp(deps, before, limit),

    showPush: (userId: string) => showPush(deps, userId),
    addPush: (userId: string, input: Parameters<typeof addPush>[2]) => addPush(deps, userId, input),
    removePush: (userId: string, id: string) => removePush(deps, userId, id),
    deliverPush: () => deliverPush(deps),

    /** Deletes at most `limit` notifications that are older, and returns how many. */
    async deleteOld(before: Date, limit: number): Promise<number> {
      const isOld = lt(notifications.createdAt, before)
      const old = database.query.select({ id: notifications.id }).from(notifications).where(isOld).orderBy(asc(notifications.createdAt)).limit(limit)
      const deleted = await database.query
        .delete(notifications)
        .where(and(inArray(notifications.id, old), isOld))
        .returning({ id: notifications.id })
      return deleted.length
    },
  }
}
