import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { ContentRow } from '#server/catalog/present.ts'
import { contents, contentVersions } from '#server/catalog/tables.ts'
import type { Tx } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { readingMinutes } from '#server/rich-text/index.ts'
import { findOwnContent, type ContentAddress } from './find-content.ts'
import type { AuthoringDeps } from './deps.ts'

type ContentValues = Pick<ContentRow, 'title' | 'type' | 'youtubeId' | 'bodyHtml'> & { isPreview?: boolean }

/** Writes a lesson. Stores the previous version of an article first. */
export async function writeContent(deps: AuthoringDeps, staff: Viewer, address: ContentAddress, version: number | undefined, values: ContentValues) {
  return deps.database.transaction(async (tx): Promise<ContentRow | 'not-found' | 'stale'> => {
    const before = await findOwnContent(tx, staff, address, { lock: true })
    if (!before) return 'not-found'
    if (version !== undefined && version !== before.version) return 'stale'
    if (before.bodyHtml !== null && before.bodyHtml !== values.bodyHtml) await storeVersion(tx, before)
    const now = deps.clock.now()
    const [after] = await tx
      .update(contents)
      .set({
        ...values,
        readingMinutes: values.bodyHtml === null ? null : readingMinutes(values.bodyHtml),
        version: before.version + 1,
        savedBy: staff.id,
        updatedAt: now,
      })
      .where(eq(contents.id, before.id))
      .returning()
    await deps.cacheTags.invalidate(tx, ['courses', `course:${address.courseId}`])
    return after ?? 'not-found'
  })
}

const maximumVersions = 30

async function storeVersion(tx: Tx, { id, title, bodyHtml, savedBy, updatedAt }: ContentRow) {
  await tx.insert(contentVersions).values({ id: randomUUIDv7(), contentId: id, title, bodyHtml: bodyHtml ?? '', savedBy, savedAt: updatedAt })
  const newest = tx
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(eq(contentVersions.contentId, id))
    .orderBy(desc(contentVersions.id))
    .limit(maximumVersions)
  await tx.delete(contentVersions).where(and(eq(contentVersions.contentId, id), notInArray(contentVersions.id, newest)))
}
