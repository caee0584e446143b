import { integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { BundleStatus } from '#contract/commerce/bundles.ts'
import type { ItemKind } from '#contract/commerce/transactions.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export const bundles = pgTable('bundles', {
  id: uuid().primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  priceIdr: integer('price_idr').notNull(),
  status: text().$type<BundleStatus>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  version: integer().notNull().default(1),
})
export type BundleRow = typeof bundles.$inferSelect

export const bundleItems = pgTable('bundle_items', {
  bundleId: uuid('bundle_id').notNull(),
  position: smallint().notNull(),
  kind: text().$type<ItemKind>().notNull(),
  itemId: uuid('item_id').notNull(),
})
