import { desc, eq, or } from 'drizzle-orm'
import type { Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { describe } from './kinds.ts'
import { pushMessages, pushSubscriptions } from './push/tables.ts'
import { whatsAppMessages, whatsAppNumbers } from './whatsapp/tables.ts'
import { broadcastReads, broadcastRecipients, digestEntries, notifications, notificationSettings } from './tables.ts'

/** Notifications of and about a person, and how they want to be told. All of it is deleted with the account. */
export function notificationsPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'notifications',
    async export(userId) {
      const { query } = database
      const rows = await query.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(desc(notifications.createdAt))
      const [settings] = await query.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
      const [whatsApp] = await query.select().from(whatsAppNumbers).where(eq(whatsAppNumbers.userId, userId))
      const messages = await query.select().from(whatsAppMessages).where(eq(whatsAppMessages.userId, userId)).orderBy(desc(whatsAppMessages.createdAt))
      const browsers = await query.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
      return {
        notifications: rows.map(({ kind, data, createdAt, readAt }) => {
          const { title, text, url } = describe(kind, data)
          return { kind, title, text, url, createdAt, readAt }
        }),
        whatsApp: whatsApp ? { number: whatsApp.number, confirmedAt: whatsApp.confirmedAt, pendingNumber: whatsApp.pendingNumber } : null,
        whatsAppMessages: messages.map(({ number, kind, content, state, createdAt, sentAt }) => ({
          number,
          kind,
          content: kind === 'code' ? null : content,
          state,
          createdAt,
          sentAt,
        })),
        browsers: browsers.map(({ endpoint, createdAt }) => ({ endpoint, createdAt })),
        settings: settings ? { channels: settings.channels, timeZone: settings.timeZone, readUpTo: settings.readUpTo } : null,
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
