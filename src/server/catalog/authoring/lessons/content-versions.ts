import { and, desc, eq } from 'drizzle-orm'
import type { ContentRow } from '#server/catalog/present.ts'
import { contentVersions } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { columnsOf } from './content-body.ts'
import { findOwnContent, type ContentKey } from './find-content.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { writeContent } from './write-content.ts'

export async function listVersions(queryable: Queryable, staff: Viewer, key: ContentKey) {
  if (!(await findOwnContent(queryable, staff, key))) return null
  return queryable.select().from(contentVersions).where(eq(contentVersions.contentId, key.contentId)).orderBy(desc(contentVersions.id))
}

export async function findVersion(queryable: Queryable, staff: Viewer, { versionId, ...key }: ContentKey & { versionId: string }) {
  if (!(await findOwnContent(queryable, staff, key))) return null
  const [row] = await queryable
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.id, versionId), eq(contentVersions.contentId, key.contentId)))
  return row ?? null
}

export async function restoreVersion(
  deps: AuthoringDeps,
  staff: Viewer,
  key: ContentKey & { versionId: string },
  /** The version of the lesson that was shown beside the earlier one. */ shownVersion: number | undefined,
): Promise<ContentRow | 'not-found' | 'stale'> {
  const version = await findVersion(deps.database.query, staff, key)
  const content = version && (await findOwnContent(deps.database.query, staff, key))
  if (!content) return 'not-found'
  const type = content.type === 'assignment' ? 'assignment' : 'text'
  return writeContent(deps, staff, key, shownVersion, { title: version.title, ...columnsOf({ type, html: version.bodyHtml }) })
}
