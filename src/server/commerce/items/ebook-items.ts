import type { Library, SellableEbook } from '#server/library/index.ts'
import type { Item, ItemSummary, ItemSource } from './item.ts'

export function ebookItems({ library }: { library: Library }): ItemSource {
  return {
    listForSale: async (ebookIds, queryable) =>
      (await library.listSellableEbooks([...new Set(ebookIds)], queryable)).map(toItem),
    async describe(ebookIds) {
      const summaries = new Map<string, ItemSummary>()
      for (const [id, { title, thumbnailUrl }] of await library.describeEbooks(ebookIds))
        summaries.set(id, { title, thumbnail: thumbnailUrl, details: [] })
      return summaries
    },
    listOwned: (userId, ebookIds, tx) => library.listOwnedAmong(tx, userId, ebookIds),
    isOwned: (userId, ebookId, tx) => library.isEbookOwned(userId, ebookId, tx),
    readPercent: (userId, ebookId, tx) => library.readPercent(tx, userId, ebookId),
    grant: (tx, { itemId, userId, sourceRef }) => library.grantEbook(tx, { userId, sourceRef, ebookId: itemId }),
    revoke: (tx, { sourceRef }) => library.revokeEbook(tx, { sourceRef }),
    extras: ['Akses selamanya', 'Pembaruan isi'],
  }
}

const toItem = (ebook: SellableEbook): Item => ({
  kind: 'ebook',
  ...ebook,
  discountPercent: 0,
  categoryId: null,
  instructorId: null,
  coTeachers: [],
  shares: [],
  hasCohorts: false,
})
