import { and, eq, getTableColumns } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type {
  ApplicationState,
  InstructorApplication,
  ListApplicationsInput,
} from '#contract/instructors/applications.ts'
import { countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { InstructorsDeps } from './deps.ts'
import { applications, type ApplicationRow } from './tables.ts'

/** More are not counted in the menu. */
const maximumWaiting = 99

async function presentApplications(
  { identity, catalog }: InstructorsDeps,
  rows: readonly ApplicationRow[],
): Promise<InstructorApplication[]> {
  const people = await identity.findUserProfiles(rows.map(({ userId }) => userId))
  const names = new Map((await catalog.listCategories()).map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const person = people.get(row.userId)
    return {
      _id: row.id,
      user: {
        _id: row.userId,
        name: person?.name ?? '',
        email: person?.email ?? '',
        avatar: person?.avatar ?? '',
      },
      state: row.state,
      headline: row.headline,
      about: row.about,
      categories: row.categoryIds.flatMap((id) => names.get(id) ?? []),
      sampleUrl: row.sampleUrl,
      createdAt: row.createdAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      sentence: row.sentence,
    }
  })
}

/** Waiting ones oldest first, decided ones newest first. */
export async function listApplications(
  deps: InstructorsDeps,
  { state, ...input }: ListApplicationsInput,
): Promise<KeysetPage<InstructorApplication> & { total: number; isCounted: boolean }> {
  const { query } = deps.database
  const where = eq(applications.state, state)
  const order = { key: applications.createdAt, type: 'instant', id: applications.id } as const
  const at = keyset({ ...order, descending: state !== 'waiting' }, input)
  const found = await query
    .select({ ...getTableColumns(applications), position: at.position })
    .from(applications)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: await presentApplications(deps, rows),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, applications, where))),
  }
}

export async function countWaitingApplications({
  database,
}: InstructorsDeps): Promise<{ waiting: number; isCounted: boolean }> {
  const { total, isCounted } = await countUpTo(
    database.query,
    maximumWaiting,
    applications,
    eq(applications.state, 'waiting'),
  )
  return { waiting: total, isCounted }
}

/** The first admin who decides is the one who did. */
export async function decideApplication(
  deps: InstructorsDeps,
  admin: Viewer,
  { id, state, sentence }: { id: string; state: Exclude<ApplicationState, 'waiting'>; sentence: string },
): Promise<{ outcome: 'decided'; application: InstructorApplication } | Refusal<'not-found' | 'already-decided'>> {
  const { database, clock, identity, audit, notify } = deps
  const result = await database.transaction(async (tx) => {
    const [row] = await tx.select().from(applications).where(eq(applications.id, id)).for('update')
    if (!row) return refused('not-found')
    if (row.state !== 'waiting') return refused('already-decided')
    const change = { state, sentence, decidedAt: clock.now(), decidedBy: admin.id }
    await tx.update(applications).set(change).where(eq(applications.id, id))
    if (state === 'accepted') await identity.makeInstructor(tx, row.userId)
    await audit.record(tx, {
      actorId: admin.id,
      action: state === 'accepted' ? 'user.application-accepted' : 'user.application-refused',
      subjectId: row.userId,
    })
    await notify(tx, { kind: 'instructor-application', userId: row.userId, data: { state, sentence } })
    return { outcome: 'decided' as const, row: { ...row, ...change } }
  })
  if (result.outcome !== 'decided') return result
  const [application] = await presentApplications(deps, [result.row])
  return application ? { outcome: 'decided', application } : refused('not-found')
}
