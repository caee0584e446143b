import { eq } from 'drizzle-orm'
import type { Changes } from '#server/changes/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import { createEbook, deleteEbook, setEbookStatus, updateEbook, type EbookChange, type NewEbook } from './edit-ebook.ts'
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
import { presentAdminSection } from './present.ts'
import { tips } from './tables.ts'
import { createTip, updateTip, type NewTip, type TipChange } from './tips.ts'

export type Editing = ReturnType<typeof createEditing>

type Deps = { database: Database; changes: Changes; clock: Clock }
type SectionAddress = { ebookId: string; sectionId: string }

/** Everything that changes e-books and tips. Each takes the caller's transaction, so that a whole import is one. */
export function createEditing(deps: Deps) {
  const { changes, clock } = deps
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

    async createTip(tx: Transaction, tip: NewTip, publishedAt: Date | null = null) {
      await changes.changed(tx, ['tips'])
      return createTip(tx, clock, tip, publishedAt)
    },
    updateTip: (tx: Transaction, change: TipChange) => updateTip(tx, deps, change),
    /** Publishing asks for what a reader needs. */
    async setTipStatus(tx: Transaction, { id, status }: { id: string; status: 'draft' | 'published' }) {
      const [tip] = await tx.select().from(tips).where(eq(tips.id, id)).for('update')
      if (!tip) return { outcome: 'not-found' as const }
      const errors: Record<string, string> = {}
      if (status === 'published' && !tip.summary) errors.summary = 'Ringkasan wajib diisi sebelum diterbitkan'
      if (status === 'published' && !tip.bodyHtml) errors.text = 'Isi wajib diisi sebelum diterbitkan'
      if (Object.keys(errors).length > 0) return { outcome: 'incomplete' as const, errors }
      const publishedAt = status === 'published' ? (tip.publishedAt ?? clock.now()) : tip.publishedAt
      await tx
        .update(tips)
        .set({ status, publishedAt, updatedAt: clock.now(), version: tip.version + 1 })
        .where(eq(tips.id, id))
      await changes.changed(tx, ['tips'])
      return { outcome: 'changed' as const }
    },
    async deleteTip(tx: Transaction, tipId: string): Promise<boolean> {
      const gone = await tx.delete(tips).where(eq(tips.id, tipId)).returning({ id: tips.id })
      await changes.changed(tx, ['tips'])
      return gone.length > 0
    },
  }
}
