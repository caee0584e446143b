import { desc, eq } from 'drizzle-orm'
import type { Ebook, EbookCard, ListEbooksInput, ListTipsInput, MyEbook, Tip, TipCard } from '#contract/library/library.ts'
import type { AdminEbook } from '#contract/library/library-admin.ts'
import type { Audit } from '#server/platform/audit/index.ts'
import { readRunningSales, type SalePrice } from '#server/commerce/sales/index.ts'
import { dependsOn, type CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { highlightCode } from '#server/platform/rich-text/index.ts'
import { uploadsMentioned } from '#server/platform/uploads/index.ts'
import { countReaders, listAllEbooks } from './editing/edit-ebook.ts'
import { editingModule } from './editing/editing.ts'
import { listAllMarks } from './reading/list-all-marks.ts'
import { findEbook, listEbooksById, listPublished } from './list-ebooks.ts'
import { recordNothing, recordEditsOf } from './editing/record-edit.ts'
import { listSectionIds, readOutline } from './outline.ts'
import { grantEbook, isEbookOwned, listOwned, listOwnedAmong, revokeEbook, type EbookGrant } from './reading/own-ebook.ts'
import {
  ebookThumbnail,
  presentAdminEbook,
  presentAdminRow,
  presentAdminTip,
  presentAdminTipRow,
  findSalePrice,
  presentEbookCard,
  presentTipCard,
} from './present.ts'
import { completeSection, readProgress, saveReading, showReading } from './reading/reading.ts'
import { showEbook } from './show-ebook.ts'
import { findPublishedTip, findTip, listAllTips, listPublishedTips, listTags, nameTips } from './tips.ts'
import { ebooks, readings, sectionImages, sections, tips } from './tables.ts'

export type Library = ReturnType<typeof libraryModule>

export type SellableEbook = { id: string; title: string; priceIdr: number; sale: SalePrice | null; isEmpty: boolean }

type Deps = { database: Database; cacheTags: CacheTags; audit: Audit; clock: Clock }

export function libraryModule(deps: Deps) {
  const { database, clock } = deps
  const query = (tx?: Tx): Queryable => tx ?? database.query

  async function showAdminEbook(ebookId: string): Promise<AdminEbook | null> {
    const row = await findEbook(database.query, ebookId)
    if (!row) return null
    const countsOf = await countReaders(database.query, [ebookId])
    return presentAdminEbook(row, countsOf(ebookId), await readOutline(database.query, ebookId))
  }

  return {
    async listEbooks(input: ListEbooksInput): Promise<{ cards: EbookCard[]; total: number }> {
      dependsOn('ebooks')
      const { rows, total } = await listPublished(database.query, input)
      const running = await readRunningSales(database.query, clock.now())
      return { cards: rows.map((row) => presentEbookCard(row, running)), total }
    },
    showEbook: (ebookId: string, viewer: Viewer | null): Promise<Ebook | null> => showEbook(database.query, ebookId, viewer, clock.now()),
    listMyEbooks: (userId: string) => listMyEbooks(database.query, userId, clock.now()),
    listAllMarks: (userId: string, page: Parameters<typeof listAllMarks>[2]) => listAllMarks(database.query, userId, page),

    listUploadsInUse: (tx: Tx) =>
      uploadsMentioned(tx, [ebooks.thumbnail, sections.image, sections.bodyHtml, sectionImages.image, tips.thumbnail, tips.bodyHtml]),

    showReading: (viewer: Viewer, ebookId: string) => showReading(deps, viewer, ebookId),
    saveReading: (viewer: Viewer, ebookId: string, sent: Parameters<typeof saveReading>[3]) => saveReading(deps, viewer, ebookId, sent),
    completeSection: (viewer: Viewer, key: { ebookId: string; sectionId: string }) => completeSection(deps, viewer, key),

    async listTips(input: ListTipsInput): Promise<{ cards: TipCard[]; total: number }> {
      dependsOn('tips')
      const { rows, total } = await listPublishedTips(database.query, input)
      return { cards: rows.map(presentTipCard), total }
    },
    async listTipTags() {
      dependsOn('tips')
      return listTags(database.query)
    },
    async showTip(slug: string): Promise<Tip | null> {
      const found = await findPublishedTip(database.query, slug)
      if (!found) return null
      const { row, related } = found
      return { ...presentTipCard(row), text: highlightCode(row.bodyHtml), updatedAt: row.updatedAt.toISOString(), related: related.map(presentTipCard) }
    },

    /** Every published e-book, for the sitemap. */
    async listPublicEbooks(): Promise<{ ebookId: string; changedAt: Date }[]> {
      dependsOn('ebooks')
      const published = { ebookId: ebooks.id, changedAt: ebooks.updatedAt }
      return database.query.select(published).from(ebooks).where(eq(ebooks.status, 'published')).orderBy(desc(ebooks.publishedAt), desc(ebooks.id))
    },
    /** Every published tip, for the sitemap. */
    async listPublicTips(): Promise<{ slug: string; changedAt: Date }[]> {
      dependsOn('tips')
      const published = { slug: tips.slug, changedAt: tips.updatedAt }
      return database.query.select(published).from(tips).where(eq(tips.status, 'published')).orderBy(desc(tips.publishedAt), desc(tips.id))
    },

    // For commerce.
    /** A published e-book; null for any other. */
    async findSellableEbook(ebookId: string, tx?: Tx): Promise<{ id: string; title: string; priceIdr: number; isEmpty: boolean } | null> {
      const row = await findEbook(query(tx), ebookId)
      return row?.status === 'published' ? { id: row.id, title: row.title, priceIdr: row.priceIdr, isEmpty: row.sectionCount === 0 } : null
    },
    /** The published ones of these, with what they cost in the sales that are running. */
    async listSellableEbooks(ebookIds: readonly string[], tx?: Tx): Promise<SellableEbook[]> {
      const rows = await listEbooksById(query(tx), ebookIds)
      const running = rows.length === 0 ? [] : await readRunningSales(query(tx), clock.now())
      return rows
        .filter(({ status }) => status === 'published')
        .map((row) => ({ id: row.id, title: row.title, priceIdr: row.priceIdr, sale: findSalePrice(running, row), isEmpty: row.sectionCount === 0 }))
    },
    /** How much of an e-book a user has read, 0 to 100. */
    readPercent: async (tx: Tx, userId: string, ebookId: string): Promise<number> =>
      (await readProgress(tx, userId, ebookId, await listSectionIds(tx, ebookId))).percent,
    async hasEbook(title: string): Promise<boolean> {
      const [row] = await database.query.select({ id: ebooks.id }).from(ebooks).where(eq(ebooks.title, title)).limit(1)
      return row !== undefined
    },
    /** Titles and covers of e-books of any status by id. */
    async describeEbooks(ebookIds: readonly string[]): Promise<Map<string, { title: string; thumbnailUrl: string }>> {
      const rows = await listEbooksById(database.query, ebookIds)
      return new Map(rows.map((row) => [row.id, { title: row.title, thumbnailUrl: ebookThumbnail(row) }]))
    },
    listOwnedAmong: (userId: string, ebookIds: readonly string[], tx?: Tx) => listOwnedAmong(query(tx), userId, ebookIds),
    isEbookOwned: (userId: string, ebookId: string, tx?: Tx) => isEbookOwned(query(tx), userId, ebookId),
    grantEbook: (tx: Tx, grant: EbookGrant) => grantEbook(tx, clock, grant),
    revokeEbook: (tx: Tx, { sourceRef }: { sourceRef: string }) => revokeEbook(tx, clock, sourceRef),

    // For admins.
    async listAllEbooks(filters: Parameters<typeof listAllEbooks>[1]) {
      const { rows, total } = await listAllEbooks(database.query, filters)
      const countsOf = await countReaders(
        database.query,
        rows.map(({ id }) => id),
      )
      return { rows: rows.map((row) => presentAdminRow(row, countsOf(row.id))), total }
    },
    showAdminEbook,
    async listAllTips(filters: Parameters<typeof listAllTips>[1]) {
      const { rows, total } = await listAllTips(database.query, filters)
      return { rows: rows.map(presentAdminTipRow), total }
    },
    /** Titles of tips of any status by id. */
    nameTips: (tipIds: readonly string[]) => nameTips(database.query, tipIds),
    async showAdminTip(tipId: string) {
      const row = await findTip(database.query, tipId)
      return row && presentAdminTip(row)
    },
    /** Edits without audit log entries, such as those of the demo. */
    edit: editingModule({ ...deps, recordEdit: recordNothing }),
    /** Edits recorded in the audit log under an admin. */
    editAs: (adminId: string) => editingModule({ ...deps, recordEdit: recordEditsOf(deps.audit, adminId) }),
  }
}

/** The e-books that a user owns or has started, last read first. */
async function listMyEbooks(queryable: Queryable, userId: string, now: Date): Promise<MyEbook[]> {
  const owned = new Map((await listOwned(queryable, userId)).map((grant) => [grant.ebookId, grant.grantedAt]))
  const begun = await queryable.select().from(readings).where(eq(readings.userId, userId)).orderBy(desc(readings.lastReadAt))
  const readAt = new Map(begun.map((row) => [row.ebookId, row.lastReadAt]))
  const running = await readRunningSales(queryable, now)
  const rows = await listEbooksById(queryable, [...owned.keys(), ...readAt.keys()])
  const visible = rows.filter((row) => row.status === 'published' || owned.has(row.id))
  const entries = await Promise.all(
    visible.map(async (row) => ({
      touchedAt: readAt.get(row.id) ?? owned.get(row.id) ?? row.updatedAt,
      shown: {
        ...presentEbookCard(row, running),
        owned: owned.has(row.id),
        progress: (await readProgress(queryable, userId, row.id, await listSectionIds(queryable, row.id))).percent,
        lastReadAt: readAt.get(row.id)?.toISOString() ?? null,
      },
    })),
  )
  return entries.toSorted((a, b) => b.touchedAt.getTime() - a.touchedAt.getTime()).map(({ shown }) => shown)
}
