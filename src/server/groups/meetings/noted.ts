import { and, eq, inArray } from 'drizzle-orm'
import type { GroupsDeps } from '#server/groups/deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { attendances } from './tables.ts'

type Noted = Pick<typeof attendances.$inferSelect, 'attended' | 'byHand' | 'notedAt'>

/** By user. */
export async function listNoted(
  { database }: Pick<GroupsDeps, 'database'>,
  meetingId: string,
  userIds: readonly string[],
): Promise<Map<string, Noted>> {
  if (userIds.length === 0) return new Map()
  const rows = await database.query
    .select()
    .from(attendances)
    .where(and(eq(attendances.meetingId, meetingId), inArray(attendances.userId, [...userIds])))
  return new Map(rows.map(({ userId, ...noted }) => [userId, noted]))
}

/** By hand, whatever was noted before. */
export async function noteAttendance(
  tx: Tx,
  { clock }: Pick<GroupsDeps, 'clock'>,
  { meetingId, userId, attended }: { meetingId: string; userId: string; attended: boolean },
): Promise<void> {
  const noted = { attended, byHand: true, notedAt: clock.now() }
  await tx
    .insert(attendances)
    .values({ meetingId, userId, ...noted })
    .onConflictDoUpdate({ target: [attendances.meetingId, attendances.userId], set: noted })
}
