import { desc, eq } from 'drizzle-orm'
import type { MyEbook } from '#contract/library/library.ts'
import { readRunningSales } from '#server/commerce/prices/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { listEbooksById } from './find-ebooks.ts'
import { listSectionIds } from './outline.ts'
import { presentEbookCard } from './present.ts'
import { readings } from './tables.ts'
import { listOwned } from './own-ebook.ts'
import { readProgress } from './reading.ts'

/** The e-books that a user owns or has started, last read first. */
export async function listMyEbooks(
  { database: { query }, clock }: { database: Database; clock: Clock },
  userId: string,
): Promise<MyEbook[]> {
  const owned = new Map((await listOwned(query, userId)).map((grant) => [grant.ebookId, grant.grantedAt]))
  const begun = await query
    .select()
    .from(readings)
    .where(eq(readings.userId, userId))
    .orderBy(desc(readings.lastReadAt))
  const readAt = new Map(begun.map((row) => [row.ebookId, row.lastReadAt]))
  const running = await readRunningSales(query, clock.now())
  const rows = await listEbooksById(query, [...owned.keys(), ...readAt.keys()])
  const visible = rows.filter((row) => row.status === 'published' || owned.has(row.id))
  const entries = await Promise.all(
    visible.map(async (row) => ({
      touchedAt: readAt.get(row.id) ?? owned.get(row.id) ?? row.updatedAt,
      shown: {
        ...presentEbookCard(row, running),
        owned: owned.has(row.id),
        progress: (await readProgress(query, userId, row.id, await listSectionIds(query, row.id))).percent,
        lastReadAt: readAt.get(row.id)?.toISOString() ?? null,
      },
    })),
  )
  return entries.toSorted((a, b) => b.touchedAt.getTime() - a.touchedAt.getTime()).map(({ shown }) => shown)
}
