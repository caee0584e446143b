import { eq, sql } from 'drizzle-orm'
import { cvInput, type Cv, type CvInput } from '#contract/learning/cv.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { resumes } from './tables.ts'

/** A student's CV, with empty fields before the first save. */
export async function showCv({ database }: { database: Database }, userId: string): Promise<Cv> {
  const [row] = await database.query.select().from(resumes).where(eq(resumes.userId, userId))
  // Parsed with the schema, so that a field added later has its default.
  return {
    ...cvInput.parse(row?.data ?? {}),
    updatedAt: row?.updatedAt.toISOString() ?? null,
    version: row?.version ?? 0,
  }
}

export async function saveCv(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
  { version, ...data }: CvInput & { /** The save that this one started from. */ version?: number | undefined },
): Promise<{ outcome: 'saved'; cv: Cv } | Refusal<'stale'>> {
  const updatedAt = clock.now()
  const [saved] = await database.query
    .insert(resumes)
    .values({ userId, data, updatedAt })
    .onConflictDoUpdate({
      target: resumes.userId,
      set: { data, updatedAt, version: sql`${resumes.version} + 1` },
      ...(version === undefined ? {} : { setWhere: eq(resumes.version, version) }),
    })
    .returning({ version: resumes.version })
  if (!saved) return refused('stale')
  return { outcome: 'saved', cv: { ...data, updatedAt: updatedAt.toISOString(), version: saved.version } }
}
