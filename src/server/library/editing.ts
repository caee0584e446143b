import type { Transaction } from '#server/database/index.ts'
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
import { presentAdminSection } from './present.ts'

export type Editing = ReturnType<typeof editingModule>

type SectionAddress = { ebookId: string; sectionId: string }

/** All changes of e-books and tips. Each runs in the caller's transaction, so that an import is one transaction. */
export function editingModule(deps: EditDeps) {
  return {
    createEbook: (tx: Transaction, ebook: NewEbook) => createEbook(tx, deps, ebook),
    updateEbook: (tx: Transaction, change: EbookChange) => updateEbook(tx, deps, change),
    setEbookStatus: (tx: Transaction, wanted: Parameters<typeof setEbookStatus>[2]) => setEbookStatus(tx, deps, wanted),
    deleteEbook: (tx: Transaction, ebookId: string) => deleteEbook(tx, deps, ebookId),
    addModule: (tx: Transaction, ebookId: string, title: string) => addModule(tx, deps, ebookId, title),
    addTopic: (tx: Transaction, topic: Parameters<typeof addTopic>[2]) => addTopic(tx, deps, topic),
    addSection: (tx: Transaction, address: { ebookId: string; topicId: string }, section: NewSection) => addSection(tx, deps, address, section),
    renamePart: (tx: Transaction, part: Parameters<typeof renamePart>[2], title: string) => renamePart(tx, deps, part, title),
    deletePart: (tx: Transaction, part: Parameters<typeof deletePart>[2]) => deletePart(tx, deps, part),
    updateSection: (tx: Transaction, address: SectionAddress, change: SectionChange) => updateSection(tx, deps, address, change),
    reorder: (tx: Transaction, ebookId: string, wanted: WantedOrder) => reorder(tx, deps, ebookId, wanted),
    async showSection(tx: Transaction, { ebookId, sectionId }: SectionAddress) {
      const section = await findSection(tx, ebookId, sectionId)
      return section && presentAdminSection(section)
    },

    createTip: (tx: Transaction, tip: NewTip, publishedAt: Date | null = null) => createTip(tx, deps, tip, publishedAt),
    updateTip: (tx: Transaction, change: TipChange) => updateTip(tx, deps, change),
    setTipStatus: (tx: Transaction, wanted: Parameters<typeof setTipStatus>[2]) => setTipStatus(tx, deps, wanted),
    deleteTip: (tx: Transaction, tipId: string) => deleteTip(tx, deps, tipId),
  }
}
