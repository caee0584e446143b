import type { ItemKind } from '#contract/commerce/transactions.ts'
import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'

/** An item for sale, with its current price. */
export type Item = {
  kind: ItemKind
  id: string
  title: string
  priceIdr: number
  discountPercent: number
  /** In a sale: its price, and the one asked before. */
  sale: { priceIdr: number; askedIdr: number } | null
  /** For promo codes of one category. */
  categoryId: string | null
  /** The instructor who earns a share; null: the platform alone. */
  instructorId: string | null
  /** Who earns how much instead, when several do or not the percent of the site; else empty. */
  shares: readonly InstructorShare[]
  /** Who writes it beside the instructor. */
  coTeachers: readonly string[]
  /** Without a lesson or section, which can happen when they are deleted later: not sold. */
  isEmpty: boolean
  /** Its buyers choose a cohort. */
  hasCohorts: boolean
}

/** Nobody buys what they earn with or write: that would count as a student, allow a review and book a share. */
export const isWorkOf = (
  { instructorId, shares, coTeachers }: Pick<Item, 'instructorId' | 'shares' | 'coTeachers'>,
  userId: string,
): boolean => instructorId === userId || coTeachers.includes(userId) || shares.some((share) => share.userId === userId)

/** The item data that a transaction page shows beside the stored title and price. */
export type ItemSummary = { title: string; thumbnail: string; details: { id: string; title: string }[] }

type Grant = {
  userId: string
  itemId: string
  /** Revoking uses the same reference. */
  sourceRef: string
  /** The cohort in which the caller has locked a seat. */
  groupId?: string | null
}

/** The user is null for a gift that nobody claimed. */
type Granted = Pick<Grant, 'itemId' | 'sourceRef'> & { userId: string | null }

/** The port for one kind of item. A new kind is sold by implementing it. */
export type ItemSource = {
  /** Those for sale, in no particular order. */
  listForSale(itemIds: readonly string[], queryable: Queryable): Promise<Item[]>
  /** By id. A purchased item is never deleted. The lessons of many courses are many rows: only with `withDetails`. */
  describe(itemIds: string[], how?: { withDetails?: boolean }): Promise<Map<string, ItemSummary>>
  /** Which of these the user has access to. */
  listOwned(userId: string, itemIds: readonly string[], tx: Tx): Promise<Set<string>>
  isOwned(userId: string, itemId: string, tx: Tx): Promise<boolean>
  /** How much of it this user has done, 0 to 100. */
  readPercent(userId: string, itemId: string, tx: Tx): Promise<number>
  /** For what is bought with a cohort: in which ones users were when the access that these sources granted was revoked. */
  listLeftCohorts?(
    tx: Tx,
    sourceRefs: readonly string[],
  ): Promise<{ sourceRef: string; userId: string; groupId: string }[]>
  /** False, without a change, when the student already has access. */
  grant(tx: Tx, grant: Grant): Promise<boolean>
  /** Revokes exactly the access that this source granted: for good, or until a payment that the bank took back is settled again. */
  revoke(tx: Tx, granted: Granted, how: { isReversal: boolean }): Promise<unknown>
  /** Free extras, shown as invoice lines. */
  extras: readonly string[]
}

export type Items = Record<ItemKind, ItemSource>
