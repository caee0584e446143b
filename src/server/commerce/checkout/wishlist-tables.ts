import { sql } from 'drizzle-orm'
import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OfferKind } from '#contract/commerce/wishlist.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const wishes = pgTable('wishes', {
  userId: uuid('user_id').notNull(),
  kind: text().$type<OfferKind>().notNull(),
  itemId: uuid('item_id').notNull(),
  priceIdr: integer('price_idr').notNull(),
  /** The lowest price that its owner was told of; null: none, or it was dearer again since. */
  toldIdr: integer('told_idr'),
  createdAt: timestamptz('created_at').notNull(),
})

export const wishNotices = pgTable('wish_notices', {
  userId: uuid('user_id').primaryKey(),
  toldOn: date('told_on').notNull(),
})

export const ownedWishes = owned(wishes, {
  owner: 'userId',
  key: sql`${wishes.kind} || ' ' || ${wishes.itemId}::text`,
  export: ['kind', 'itemId', 'priceIdr', 'createdAt'],
  onErase: 'delete',
})
export const ownedWishNotices = owned(wishNotices, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' })
