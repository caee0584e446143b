import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findEbook, type EbookRow } from './find-ebooks.ts'
import { isEbookOwned } from './own-ebook.ts'

export type Access = {
  ebook: EbookRow
  owned: boolean
  canEdit: boolean
  /** True when the viewer may read all sections. */ open: boolean
}

/** The viewer's access to an e-book; null when it does not exist for the viewer. */
export async function findAccess(queryable: Queryable, ebookId: string, viewer: Viewer | null): Promise<Access | null> {
  const ebook = await findEbook(queryable, ebookId)
  if (!ebook) return null
  const owned = viewer !== null && (await isEbookOwned(queryable, viewer.id, ebookId))
  const canEdit = viewer?.role === 'admin'
  // Owners keep access to an unpublished or archived e-book.
  const exists = ebook.status === 'published' || canEdit || owned
  return exists ? { ebook, owned, canEdit, open: ebook.priceIdr === 0 || owned || canEdit } : null
}

/** The first section of a paid e-book is public. */
export const isOpenSection = (
  { open }: Pick<Access, 'open'>,
  sectionIds: readonly string[],
  sectionId: string,
): boolean => open || sectionIds[0] === sectionId
