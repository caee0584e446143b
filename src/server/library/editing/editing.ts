import { bindInTransaction } from '#server/platform/bind-deps.ts'
import { addContents } from './add-contents.ts'
import { createEbook, deleteEbook, setEbookStatus, updateEbook, type EditDeps } from './edit-ebook.ts'
import { addModule, addSection, addTopic, deletePart, renamePart, reorder, updateSection } from './edit-outline.ts'
import { createTip, deleteTip, setTipStatus, updateTip } from './edit-tip.ts'

export type Editing = ReturnType<typeof editingModule>

/** All changes of e-books and tips. Each runs in the caller's transaction, so that an import is one transaction. */
export const editingModule = (deps: EditDeps) => ({
  ...bindInTransaction(deps, { createEbook, updateEbook, setEbookStatus, deleteEbook }),
  ...bindInTransaction(deps, { addModule, addTopic, addSection, addContents }),
  ...bindInTransaction(deps, { renamePart, deletePart, updateSection, reorder }),
  ...bindInTransaction(deps, { createTip, updateTip, setTipStatus, deleteTip }),
})
