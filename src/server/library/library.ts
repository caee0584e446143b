import type { Audit } from '#server/audit/index.ts'
import { bindDeps, bindInTransaction, inOwnTransaction } from '#server/platform/bind-deps.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { uploadsMentioned } from '#server/platform/media/index.ts'
import { editingModule } from './editing/editing.ts'
import { recordEditsOf, recordNothing } from './editing/record-edit.ts'
import { listAllEbooks, showAdminEbook, showAdminSection } from './editing/show-for-staff.ts'
import { describeEbooks, hasEbook, listEbooks, listPublicEbooks } from './list-ebooks.ts'
import { listAllMarks } from './list-all-marks.ts'
import { listMyEbooks } from './list-my-ebooks.ts'
import { grantEbook, isEbookOwned, listOwnedAmong, revokeEbook } from './own-ebook.ts'
import { completeSection, readPercent, saveReading, showReading } from './reading.ts'
import { findSellableEbook, listSellableEbooks } from './sellable-ebooks.ts'
import { showEbook } from './show-ebook.ts'
import { ebooks, sectionImages, sections, tips } from './tables.ts'
import { listAllTips, listPublicTips, listTips, listTipTags, nameTips, showAdminTip, showTip } from './tips.ts'

export type Library = ReturnType<typeof libraryModule>

type Deps = { database: Database; cacheTags: CacheTags; audit: Audit; clock: Clock }

/** E-books, reading progress, tips. */
export const libraryModule = (deps: Deps) => ({
  ...bindDeps(deps, { listEbooks, listPublicEbooks, showEbook, describeEbooks, hasEbook, listMyEbooks }),
  ...bindDeps(deps, { showReading, saveReading, completeSection, listAllMarks }),
  ...bindDeps(deps, { listTips, listTipTags, listPublicTips, showTip, nameTips }),
  ...bindDeps(deps, { findSellableEbook, listSellableEbooks }),
  listOwnedAmong,
  isEbookOwned: (userId: string, ebookId: string, tx?: Tx) => isEbookOwned(tx ?? deps.database.query, userId, ebookId),
  readPercent,
  ...bindInTransaction(deps, { grantEbook, revokeEbook }),
  ...bindDeps(deps, { listAllEbooks, showAdminEbook, showAdminSection, listAllTips, showAdminTip }),
  /** Edits without audit log entries, such as those of the demo, in the caller's transaction. */
  edit: editingModule({ ...deps, recordEdit: recordNothing }),
  /** Edits recorded in the audit log under an admin, each in a transaction of its own. */
  editAs: (adminId: string) =>
    inOwnTransaction(deps.database, editingModule({ ...deps, recordEdit: recordEditsOf(deps.audit, adminId) })),
  listUploadsInUse: (tx: Tx) =>
    uploadsMentioned(tx, [
      ebooks.thumbnail,
      sections.image,
      sections.bodyHtml,
      sectionImages.image,
      tips.thumbnail,
      tips.bodyHtml,
    ]),
})
