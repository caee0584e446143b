import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ApplicationState } from '#contract/instructors/applications.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const applications = pgTable('instructor_applications', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  state: text().$type<ApplicationState>().notNull().default('waiting'),
  headline: text().notNull(),
  about: text().notNull(),
  categoryIds: jsonb('category_ids').$type<string[]>().notNull(),
  sampleUrl: text('sample_url'),
  createdAt: timestamptz('created_at').notNull(),
  decidedAt: timestamptz('decided_at'),
  decidedBy: uuid('decided_by'),
  sentence: text().notNull().default(''),
})
export type ApplicationRow = typeof applications.$inferSelect

export const ownedByApplicants = {
  applications: owned(applications, {
    owner: 'userId',
    key: 'id',
    export: ['headline', 'about', 'categoryIds', 'sampleUrl', 'state', 'sentence', 'createdAt', 'decidedAt'],
    onErase: 'delete',
  }),
}
