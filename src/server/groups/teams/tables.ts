import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'

/** Items that a seat of a team gives the right to. */
export const teamItems = pgTable('team_items', {
  groupId: uuid('group_id').notNull(),
  kind: text().$type<'course' | 'ebook'>().notNull(),
  itemId: uuid('item_id').notNull(),
  position: smallint().notNull(),
})
export type TeamItem = Pick<typeof teamItems.$inferSelect, 'kind' | 'itemId'>
