import type { Library } from '#server/library/index.ts'
import type { Item, ItemSummary, ItemSource } from './item.ts'

export function ebookItems({ library }: { library: Library }): ItemSource {
  return {
    listForSale: async (ebookIds, tx) => (await library.listSellableEbooks([...new Set(ebookIds)], tx)).map(toItem),
    async describe(ebookIds) {
      const summaries = new Map<string, ItemSummary>()
      for (const [id, { title, thumbnailUrl }] of await library.describeEbooks(ebookIds)) summaries.set(id, { title, thumbnail: thumbnailUrl, details: [] })
      return summaries
    },
    listOwned: (userId, ebookIds, tx) => library.listOwnedAmong(userId, ebookIds, tx),
    isOwned: (userId, ebookId, tx) => library.isEbookOwned(userId, ebookId, tx),
    readPercent: (userId, ebookId, tx) => library.readPercent(tx, userId, ebookId),
    grant: (tx, { itemId, ...grant }) => library.grantEbook(tx, { ...grant, ebookId: itemId }),
    revoke: (tx, sourceRef) => library.revokeEbook(tx, { sourceRef }),
    extras: ['Akses selamanya', 'Pembaruan isi'],
  }
}

type SellableEbook = { id: string; title: string; priceIdr: number; isEmpty: boolean }

const toItem = (ebook: SellableEbook): Item => ({ kind: 'ebook', ...ebook, discountPercent: 0, sale: null, categoryId: null, instructorId: null, shares: [] })
