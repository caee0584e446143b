import type { ItemKind } from '#contract/commerce.ts'
import type { Transaction } from '#server/database/index.ts'

/** Something that is for sale, as it is at this moment. */
export type Item = {
  kind: ItemKind
  id: string
  title: string
  priceIdr: number
  discountPercent: number
  /** For promo codes of one category. */
  categoryId: string | null
  /** Who earns with it; null: the platform alone. */
  instructorId: string | null
}

export type ItemAddress = Pick<Item, 'kind' | 'id'>

/** What a transaction shows of its item beside title and price, which it keeps itself. */
export type ItemFace = { title: string; thumbnail: string; details: { id: string; title: string }[] }

type Grant = { userId: string; itemId: string; /** The same words take it back. */ sourceRef: string }

/** What commerce must know of one kind of item: another kind is sold by adding one of these. */
export type ItemSource = {
  /** Null: it does not exist, or is not for sale. */
  findForSale(itemId: string, tx: Transaction): Promise<Item | null>
  /** By id. What was bought once is there for good. */
  describe(itemIds: string[]): Promise<Map<string, ItemFace>>
  isOwned(userId: string, itemId: string, tx: Transaction): Promise<boolean>
  /** False when the person has it already: nothing is changed then. */
  grant(tx: Transaction, grant: Grant): Promise<boolean>
  /** Takes back exactly what this source gave. */
  revoke(tx: Transaction, sourceRef: string): Promise<unknown>
  /** What comes with it for free: lines of the invoice. */
  extras: readonly string[]
}

export type Items = Record<ItemKind, ItemSource>
