import { eq } from 'drizzle-orm'
import { resumeInput, type Resume, type ResumeInput } from '#contract/resume.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import { resumes } from './tables.ts'

/** A student's CV, with empty fields before the first save. */
export async function showResume({ database }: { database: Database }, userId: string): Promise<Resume> {
  const [row] = await database.query.select().from(resumes).where(eq(resumes.userId, userId))
  // Parsed with the schema, so that a field added later has its default.
  return { ...resumeInput.parse(row?.data ?? {}), updatedAt: row?.updatedAt.toISOString() ?? null }
}

export async function saveResume({ database, clock }: { database: Database; clock: Clock }, userId: string, data: ResumeInput): Promise<Resume> {
  const updatedAt = clock.now()
  await database.query.insert(resumes).values({ userId, data, updatedAt }).onConflictDoUpdate({ target: resumes.userId, set: { data, updatedAt } })
  return { ...data, updatedAt: updatedAt.toISOString() }
}
