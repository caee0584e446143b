import type { Queryable } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { findEbook, type EbookRow } from './list-ebooks.ts'
import { isEbookOwned } from './own-ebook.ts'

export type Access = { ebook: EbookRow; owned: boolean; canEdit: boolean; /** May this viewer read all of it? */ open: boolean }

/** What this viewer is to an e-book; null where it does not exist for them. */
export async function findAccess(queryable: Queryable, ebookId: string, viewer: Viewer | null): Promise<Access | null> {
  const ebook = await findEbook(queryable, ebookId)
  if (!ebook) return null
  const owned = viewer !== null && (await isEbookOwned(queryable, viewer.id, ebookId))
  const canEdit = viewer?.role === 'admin'
  // What somebody has stays theirs, whatever becomes of its sale.
  const exists = ebook.status === 'published' || canEdit || owned
  return exists ? { ebook, owned, canEdit, open: ebook.priceIdr === 0 || owned || canEdit } : null
}

/** Of a paid e-book everybody may read the first section. */
export const isOpenSection = ({ open }: Pick<Access, 'open'>, sectionIds: readonly string[], sectionId: string): boolean => open || sectionIds[0] === sectionId
