import { sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OfferKind } from '#contract/commerce/wishlist.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const cartItems = pgTable('cart_items', {
  userId: uuid('user_id').notNull(),
  kind: text().$type<OfferKind>().notNull(),
  itemId: uuid('item_id').notNull(),
  /** The cohort of a course of cohorts. */
  groupId: uuid('group_id'),
  createdAt: timestamptz('created_at').notNull(),
})

export const ownedCart = owned(cartItems, {
  owner: 'userId',
  key: sql`${cartItems.kind} || ' ' || ${cartItems.itemId}::text`,
  export: ['kind', 'itemId', 'createdAt'],
  onErase: 'delete',
})
