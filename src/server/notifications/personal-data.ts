import { eq, isNull } from 'drizzle-orm'
import { owned, personalDataOf, type Database, type PersonalData } from '#server/platform/database/index.ts'
import { describe } from './kinds.ts'
import { pushMessages, pushSubscriptions } from './push-tables.ts'
import { whatsAppMessages, whatsAppNumbers } from './sending/whatsapp-tables.ts'
import { broadcastReads, broadcastRecipients, digestEntries, notifications, notificationSettings } from './tables.ts'

const ownedByRecipients = {
  notifications: owned(notifications, {
    owner: 'userId',
    key: 'id',
    where: isNull(notifications.hiddenAt),
    export: ['kind', 'data', 'createdAt', 'readAt'],
    present: ({ kind, data, ...row }) => {
      const { title, text: body, url } = describe(kind, data)
      return { kind, title, text: body, url, ...row }
    },
    onErase: 'delete',
  }),
  digestEntries: owned(digestEntries, { owner: 'userId', key: 'id', export: [], onErase: 'delete' }),
  whatsAppMessages: owned(whatsAppMessages, {
    owner: 'userId',
    key: 'id',
    export: ['number', 'kind', 'content', 'state', 'createdAt', 'sentAt'],
    present: ({ content, ...row }) => ({ ...row, content: row.kind === 'code' ? null : content }),
    onErase: 'delete',
  }),
  whatsAppNumbers: owned(whatsAppNumbers, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' }),
  browsers: owned(pushSubscriptions, {
    owner: 'userId',
    key: 'id',
    export: ['endpoint', 'createdAt'],
    onErase: 'delete',
  }),
  broadcastReads: owned(broadcastReads, { owner: 'userId', key: 'broadcastId', export: [], onErase: 'delete' }),
  broadcastRecipients: owned(broadcastRecipients, {
    owner: 'userId',
    key: 'broadcastId',
    export: [],
    onErase: 'delete',
  }),
  notificationSettings: owned(notificationSettings, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' }),
}

/** Also what others were told of this person is deleted with the account. */
export const notificationsPersonalData = ({ database }: { database: Database }): PersonalData =>
  personalDataOf(database, 'notifications', ownedByRecipients, {
    async export(userId) {
      const { query } = database
      const [settings] = await query.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
      const [whatsApp] = await query.select().from(whatsAppNumbers).where(eq(whatsAppNumbers.userId, userId))
      return {
        whatsApp: whatsApp
          ? { number: whatsApp.number, confirmedAt: whatsApp.confirmedAt, pendingNumber: whatsApp.pendingNumber }
          : null,
        settings: settings
          ? { channels: settings.channels, timeZone: settings.timeZone, readUpTo: settings.readUpTo }
          : null,
      }
    },
    async erase(tx, { id }) {
      for (const table of [notifications, digestEntries, whatsAppMessages, pushMessages])
        await tx.delete(table).where(eq(table.actorId, id))
    },
  })
