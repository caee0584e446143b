import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OfferKind } from '#contract/commerce/wishlist.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export const wishes = pgTable('wishes', {
  userId: uuid('user_id').notNull(),
  kind: text().$type<OfferKind>().notNull(),
  itemId: uuid('item_id').notNull(),
  priceIdr: integer('price_idr').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
