import { and, desc, eq } from 'drizzle-orm'
import type { ContentRow } from '#server/catalog/present.ts'
import { contentVersions } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { columnsOf } from './content-body.ts'
import { findOwnContent, type ContentAddress } from './find-content.ts'
import type { AuthoringDeps } from './deps.ts'
import { writeContent } from './write-content.ts'

export async function listVersions(queryable: Queryable, staff: Viewer, address: ContentAddress) {
  if (!(await findOwnContent(queryable, staff, address))) return null
  return queryable.select().from(contentVersions).where(eq(contentVersions.contentId, address.contentId)).orderBy(desc(contentVersions.id))
}

export async function findVersion(queryable: Queryable, staff: Viewer, { versionId, ...address }: ContentAddress & { versionId: string }) {
  if (!(await findOwnContent(queryable, staff, address))) return null
  const [row] = await queryable
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.id, versionId), eq(contentVersions.contentId, address.contentId)))
  return row ?? null
}

export async function restoreVersion(
  deps: AuthoringDeps,
  staff: Viewer,
  address: ContentAddress & { versionId: string },
  /** The version of the lesson that was shown beside the earlier one. */ shownVersion: number | undefined,
): Promise<ContentRow | 'not-found' | 'stale'> {
  const version = await findVersion(deps.database.query, staff, address)
  const content = version && (await findOwnContent(deps.database.query, staff, address))
  if (!content) return 'not-found'
  const type = content.type === 'assignment' ? 'assignment' : 'text'
  return writeContent(deps, staff, address, shownVersion, { title: version.title, ...columnsOf({ type, html: version.bodyHtml }) })
}
