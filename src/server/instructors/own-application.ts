import { and, desc, eq } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { isStaff } from '#contract/kit/roles.ts'
import {
  daysUntilNextApplication,
  type ApplicationInput,
  type OwnApplication,
} from '#contract/instructors/applications.ts'
import { isProvenAddress } from '#server/identity/index.ts'
import { lockUntilCommit, type Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { InstructorsDeps } from './deps.ts'
import { applications, type ApplicationRow } from './tables.ts'

async function findLast(queryable: Queryable, userId: string): Promise<ApplicationRow | null> {
  const [row] = await queryable
    .select()
    .from(applications)
    .where(eq(applications.userId, userId))
    .orderBy(desc(applications.createdAt))
    .limit(1)
  return row ?? null
}

/** When somebody may apply again; null: now. */
function nextApplicationAt(last: ApplicationRow | null, now: Date): Date | null {
  if (last?.state !== 'refused' || !last.decidedAt) return null
  const at = new Date(last.decidedAt.getTime() + daysUntilNextApplication * dayMs)
  return at > now ? at : null
}

export async function showMyApplication({ database, clock }: InstructorsDeps, viewer: Viewer): Promise<OwnApplication> {
  const last = await findLast(database.query, viewer.id)
  // Whoever was accepted and teaches no longer may ask again.
  if (!last || (last.state === 'accepted' && !isStaff(viewer.role)))
    return { state: 'none', sentence: '', mayApplyAt: null }
  const mayApplyAt = nextApplicationAt(last, clock.now())?.toISOString() ?? null
  return { state: last.state, sentence: last.sentence, mayApplyAt }
}

type NotPossible =
  | Refusal<'applications-closed' | 'already-instructor' | 'already-waiting' | 'email-unproven'>
  | { outcome: 'too-soon'; message: string }
  | InvalidInput

export async function applyAsInstructor(
  deps: InstructorsDeps,
  viewer: Viewer,
  input: ApplicationInput,
): Promise<{ outcome: 'applied'; application: OwnApplication } | NotPossible> {
  const { database, clock, settings, catalog } = deps
  if (!(await settings.readSite()).instructorApplications) return refused('applications-closed')
  if (isStaff(viewer.role)) return refused('already-instructor')
  const { id: userId, email } = viewer
  if (!(await isProvenAddress(database.query, { userId, email }))) return refused('email-unproven')
  const known = new Set((await catalog.listCategories()).map(({ id }) => id))
  const categoryIds = [...new Set(input.categoryIds)]
  if (!categoryIds.every((id) => known.has(id))) return invalidInput({ categoryIds: 'Pilih topik yang ada di daftar' })
  const result = await database.transaction(async (tx): Promise<{ outcome: 'applied' } | NotPossible> => {
    await lockUntilCommit(tx, `instructor-application:${userId}`)
    const last = await findLast(tx, userId)
    if (last?.state === 'waiting') return refused('already-waiting')
    const next = nextApplicationAt(last, clock.now())
    if (next)
      return {
        outcome: 'too-soon',
        message: `Kamu bisa mengajukan lagi mulai ${formatDateTime(next.toISOString())}.`,
      }
    await tx.insert(applications).values({
      id: newId(),
      userId,
      headline: input.headline,
      about: input.about,
      categoryIds,
      sampleUrl: input.sampleUrl ?? null,
      createdAt: clock.now(),
    })
    return { outcome: 'applied' }
  })
  if (result.outcome !== 'applied') return result
  return { outcome: 'applied', application: await showMyApplication(deps, viewer) }
}

export async function withdrawApplication(
  deps: InstructorsDeps,
  viewer: Viewer,
): Promise<{ outcome: 'withdrawn'; application: OwnApplication } | Refusal<'not-found'>> {
  const withdrawn = await deps.database.query
    .delete(applications)
    .where(and(eq(applications.userId, viewer.id), eq(applications.state, 'waiting')))
    .returning({ id: applications.id })
  if (withdrawn.length === 0) return refused('not-found')
  return { outcome: 'withdrawn', application: await showMyApplication(deps, viewer) }
}
