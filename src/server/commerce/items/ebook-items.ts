import type { Library } from '#server/library/index.ts'
import type { ItemSummary, ItemSource } from './item.ts'

export function ebookItems({ library }: { library: Library }): ItemSource {
  return {
    async findForSale(ebookId, tx) {
      const ebook = await library.findSellableEbook(ebookId, tx)
      if (!ebook) return null
      return { kind: 'ebook', ...ebook, discountPercent: 0, categoryId: null, instructorId: null }
    },
    async describe(ebookIds) {
      const summaries = new Map<string, ItemSummary>()
      for (const [id, { title, thumbnailUrl }] of await library.describeEbooks(ebookIds)) summaries.set(id, { title, thumbnail: thumbnailUrl, details: [] })
      return summaries
    },
    isOwned: (userId, ebookId, tx) => library.isEbookOwned(userId, ebookId, tx),
    grant: (tx, { itemId, ...grant }) => library.grantEbook(tx, { ...grant, ebookId: itemId }),
    revoke: (tx, sourceRef) => library.revokeEbook(tx, { sourceRef }),
    extras: ['Akses selamanya', 'Pembaruan isi'],
  }
}
