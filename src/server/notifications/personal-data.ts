import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import { rowPages, type Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { describe } from './kinds.ts'
import { pushMessages, pushSubscriptions } from './push-tables.ts'
import { whatsAppMessages, whatsAppNumbers } from './sending/whatsapp-tables.ts'
import { broadcastReads, broadcastRecipients, digestEntries, notifications, notificationSettings } from './tables.ts'

const idOf = ({ id }: { id: string }): string => id

/** Notifications of and about a person, and how they want to be told. All of it is deleted with the account. */
export function notificationsPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'notifications',
    async export(userId) {
      const { query } = database
      const readNotifications = (after: string | null, limit: number) =>
        query
          .select()
          .from(notifications)
          .where(
            and(
              eq(notifications.userId, userId),
              isNull(notifications.hiddenAt),
              after === null ? undefined : gt(notifications.id, after),
            ),
          )
          .orderBy(asc(notifications.id))
          .limit(limit)
      const readMessages = (after: string | null, limit: number) =>
        query
          .select()
          .from(whatsAppMessages)
          .where(and(eq(whatsAppMessages.userId, userId), after === null ? undefined : gt(whatsAppMessages.id, after)))
          .orderBy(asc(whatsAppMessages.id))
          .limit(limit)
      const [settings] = await query.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
      const [whatsApp] = await query.select().from(whatsAppNumbers).where(eq(whatsAppNumbers.userId, userId))
      const browsers = await query.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
      return {
        notifications: rowPages(idOf, readNotifications, ({ kind, data, createdAt, readAt }) => {
          const { title, text, url } = describe(kind, data)
          return { kind, title, text, url, createdAt, readAt }
        }),
        whatsApp: whatsApp
          ? { number: whatsApp.number, confirmedAt: whatsApp.confirmedAt, pendingNumber: whatsApp.pendingNumber }
          : null,
        whatsAppMessages: rowPages(idOf, readMessages, ({ number, kind, content, state, createdAt, sentAt }) => ({
          number,
          kind,
          content: kind === 'code' ? null : content,
          state,
          createdAt,
          sentAt,
        })),
        browsers: browsers.map(({ endpoint, createdAt }) => ({ endpoint, createdAt })),
        settings: settings
          ? { channels: settings.channels, timeZone: settings.timeZone, readUpTo: settings.readUpTo }
          : null,
      }
    },
    async erase(tx, { id }) {
      await tx.delete(notifications).where(or(eq(notifications.userId, id), eq(notifications.actorId, id)))
      await tx.delete(digestEntries).where(or(eq(digestEntries.userId, id), eq(digestEntries.actorId, id)))
      await tx.delete(whatsAppMessages).where(or(eq(whatsAppMessages.userId, id), eq(whatsAppMessages.actorId, id)))
      await tx.delete(whatsAppNumbers).where(eq(whatsAppNumbers.userId, id))
      await tx.delete(pushMessages).where(eq(pushMessages.actorId, id))
      await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id))
      await tx.delete(broadcastReads).where(eq(broadcastReads.userId, id))
      await tx.delete(broadcastRecipients).where(eq(broadcastRecipients.userId, id))
      await tx.delete(notificationSettings).where(eq(notificationSettings.userId, id))
    },
  }
}
