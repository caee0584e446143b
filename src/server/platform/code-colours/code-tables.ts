import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const codeColours = pgTable('code_colours', {
  digest: text().primaryKey(),
  /** Lengths of parts, each with the name of its colour if it has one; empty when the code stays plain. */
  runs: text().notNull(),
  madeAt: timestamptz('made_at').notNull(),
})
