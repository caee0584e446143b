import { eq } from 'drizzle-orm'
import { cvInput, type Cv, type CvInput } from '#contract/learning/cv.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { resumes } from './tables.ts'

/** A student's CV, with empty fields before the first save. */
export async function showCv({ database }: { database: Database }, userId: string): Promise<Cv> {
  const [row] = await database.query.select().from(resumes).where(eq(resumes.userId, userId))
  // Parsed with the schema, so that a field added later has its default.
  return { ...cvInput.parse(row?.data ?? {}), updatedAt: row?.updatedAt.toISOString() ?? null }
}

export async function saveCv(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
  data: CvInput,
): Promise<Cv> {
  const updatedAt = clock.now()
  await database.query
    .insert(resumes)
    .values({ userId, data, updatedAt })
    .onConflictDoUpdate({ target: resumes.userId, set: { data, updatedAt } })
  return { ...data, updatedAt: updatedAt.toISOString() }
}
