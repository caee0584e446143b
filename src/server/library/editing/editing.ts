import type { Tx } from '#server/platform/database/index.ts'
import { createEbook, deleteEbook, setEbookStatus, updateEbook, type EbookChange, type EditDeps, type NewEbook } from './edit-ebook.ts'
import {
  addModule,
  addSection,
  addTopic,
  deletePart,
  findSection,
  renamePart,
  reorder,
  updateSection,
  type NewSection,
  type SectionChange,
  type WantedOrder,
} from './edit-outline.ts'
import { createTip, deleteTip, setTipStatus, updateTip, type NewTip, type TipChange } from './edit-tip.ts'
import { presentAdminSection } from '#server/library/present.ts'

export type Editing = ReturnType<typeof editingModule>

type SectionKey = { ebookId: string; sectionId: string }

/** All changes of e-books and tips. Each runs in the caller's transaction, so that an import is one transaction. */
export function editingModule(deps: EditDeps) {
  return {
    createEbook: (tx: Tx, ebook: NewEbook) => createEbook(tx, deps, ebook),
    updateEbook: (tx: Tx, change: EbookChange) => updateEbook(tx, deps, change),
    setEbookStatus: (tx: Tx, wanted: Parameters<typeof setEbookStatus>[2]) => setEbookStatus(tx, deps, wanted),
    deleteEbook: (tx: Tx, ebookId: string) => deleteEbook(tx, deps, ebookId),
    addModule: (tx: Tx, ebookId: string, title: string) => addModule(tx, deps, ebookId, title),
    addTopic: (tx: Tx, topic: Parameters<typeof addTopic>[2]) => addTopic(tx, deps, topic),
    addSection: (tx: Tx, key: { ebookId: string; topicId: string }, section: NewSection) => addSection(tx, deps, key, section),
    renamePart: (tx: Tx, part: Parameters<typeof renamePart>[2], title: string) => renamePart(tx, deps, part, title),
    deletePart: (tx: Tx, part: Parameters<typeof deletePart>[2]) => deletePart(tx, deps, part),
    updateSection: (tx: Tx, key: SectionKey, change: SectionChange) => updateSection(tx, deps, key, change),
    reorder: (tx: Tx, ebookId: string, wanted: WantedOrder) => reorder(tx, deps, ebookId, wanted),
    async showSection(tx: Tx, { ebookId, sectionId }: SectionKey) {
      const section = await findSection(tx, ebookId, sectionId)
      return section && presentAdminSection(section)
    },

    createTip: (tx: Tx, tip: NewTip, publishedAt: Date | null = null) => createTip(tx, deps, tip, publishedAt),
    updateTip: (tx: Tx, change: TipChange) => updateTip(tx, deps, change),
    setTipStatus: (tx: Tx, wanted: Parameters<typeof setTipStatus>[2]) => setTipStatus(tx, deps, wanted),
    deleteTip: (tx: Tx, tipId: string) => deleteTip(tx, deps, tipId),
  }
}
