import { and, eq, isNull } from 'drizzle-orm'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { listAdmins } from '#server/identity/index.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { apiKeys } from './tables.ts'

export type EndKeysDeps = { clock: Clock; audit: Audit; mail: Mail; publicUrl: string }

const reasons = {
  'creator-deleted': 'Akun admin yang membuatnya dihapus',
  'creator-not-admin': 'Akun yang membuatnya bukan admin aktif lagi',
}

export const isActiveOf = (userId: string) => and(eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt))

/** Whoever has a key of an admin could go on calling after that admin may not, so the keys end, for good. Admins are told which. */
export async function endKeysOf(
  tx: Tx,
  { clock, audit, mail, publicUrl }: EndKeysDeps,
  { userId, reason }: { userId: string; reason: keyof typeof reasons },
): Promise<void> {
  const ended = await tx.update(apiKeys).set({ revokedAt: clock.now() }).where(isActiveOf(userId)).returning()
  if (ended.length === 0) return
  for (const { id, name } of ended)
    await audit.record(tx, {
      actorId: null,
      action: 'api-key.revoked',
      subjectId: id,
      details: { name, reason },
    })
  const message = {
    subject: ended.length === 1 ? 'Satu kunci API berakhir' : `${ended.length} kunci API berakhir`,
    paragraphs: [
      `${reasons[reason]}, jadi kunci di bawah ini tidak berlaku lagi. Program yang memakainya perlu kunci baru.`,
    ],
    facts: ended.map(({ name, prefix }) => [name, `${prefix}…`] as const),
    action: { label: 'Buka kunci API', url: publicUrl + staffPaths.apiKeys() },
  }
  for (const { id, name, email } of await listAdmins(tx))
    if (id !== userId)
      await mail.queue(tx, { kind: 'api-keys-ended', to: { name, email }, message, ownerId: id, cause: 'site' })
}
