import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { submissionFiles } from './tables.ts'

/** Condition: a submission refers to this file of the media store. */
export const usesMedia = (id: AnyPgColumn): SQL =>
  sql`exists (select 1 from ${submissionFiles} where ${submissionFiles.id} = ${id})`
