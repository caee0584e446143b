import { newId } from '#server/platform/new-id.ts'
import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Channels } from '#contract/notifications/kinds.ts'
import { inBatches, type Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import { canLapse, describe, kinds, type Notice } from '#server/notifications/kinds.ts'
import { whatsAppMessages, whatsAppNumbers } from './whatsapp-tables.ts'

/** Switched on, and with somebody who sends. */
export async function isWhatsAppOn({ whatsApp, readWhatsAppSettings }: NotificationsDeps): Promise<boolean> {
  return whatsApp !== null && (await readWhatsAppSettings()).enabled
}

/** Queues what is told by WhatsApp, for those with a number. */
export async function queueWhatsApp(
  tx: Tx,
  deps: NotificationsDeps,
  chosen: readonly { notice: Notice; channels: Channels }[],
): Promise<void> {
  const wanted = chosen.filter(({ channels }) => channels.whatsapp)
  if (wanted.length === 0 || deps.whatsApp === null || !(await deps.readWhatsAppSettings(tx)).enabled) return
  const { userId, number } = whatsAppNumbers
  const rows = await inBatches([...new Set(wanted.map(({ notice }) => notice.userId))], (batch) =>
    tx
      .select({ userId, number })
      .from(whatsAppNumbers)
      .where(and(inArray(userId, batch), isNotNull(number))),
  )
  const numbers = new Map(rows.map((row) => [row.userId, row.number]))
  const now = deps.clock.now()
  const values = wanted.flatMap(({ notice, channels }) => {
    const to = numbers.get(notice.userId)
    if (!to) return []
    const { title, text, url } = describe(notice.kind, notice.data)
    // Who gets it by mail anyway, at once or in the morning, needs no second one.
    const isMailed = channels.mail || channels.digest || kinds[notice.kind].mailedSeparately
    return {
      id: newId(),
      userId: notice.userId,
      number: to,
      kind: notice.kind,
      content: { title, text, path: url },
      fallback: isMailed ? null : notice.data,
      data: canLapse(notice.kind) ? notice.data : null,
      actorId: notice.actorId ?? null,
      subjectId: notice.subjectId ?? null,
      createdAt: now,
      nextAttemptAt: now,
    }
  })
  if (values.length > 0) await tx.insert(whatsAppMessages).values(values)
}
