import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  assignmentInput,
  type AssignmentInput,
  type Criterion,
  type CriterionInput,
} from '#contract/assessment/assignment.ts'
import type { StaffAssignment } from '#contract/assessment/assignment-grading.ts'
import type { AssignmentTerms } from '#contract/assessment/submissions.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { findOwnLesson, type LessonKey, type LessonRow } from '#server/catalog/index.ts'
import { type Queryable, type Tx, isStale } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { assignments, type AssignmentRow } from './tables.ts'

async function findAssignment(queryable: Queryable, lessonId: string): Promise<AssignmentRow | null> {
  const [row] = await queryable.select().from(assignments).where(eq(assignments.lessonId, lessonId))
  return row ?? null
}

const termsOf = (row: AssignmentRow | null): AssignmentTerms =>
  row ? { points: row.points, criteria: row.criteria } : { points: assignmentInput.parse({}).points, criteria: [] }

/** Points and rubric; the defaults before the first save. */
export const findTerms = async (queryable: Queryable, lessonId: string): Promise<AssignmentTerms> =>
  termsOf(await findAssignment(queryable, lessonId))

const present = (lesson: LessonRow, row: AssignmentRow | null): StaffAssignment => ({
  contentId: lesson.id,
  title: lesson.title,
  ...termsOf(row),
  version: row?.version ?? 0,
  updatedAt: row?.updatedAt.toISOString() ?? null,
})

export async function showAssignment(
  { database }: AssessmentDeps,
  staff: Viewer,
  key: LessonKey,
): Promise<StaffAssignment | null> {
  const lesson = await findOwnLesson(database.query, staff, key, 'teach')
  return lesson?.type === 'assignment' ? present(lesson, await findAssignment(database.query, lesson.id)) : null
}

export type NewAssignment = AssignmentInput & { lessonId: string; savedBy: string | null }

/** Stores the points and the rubric of a new lesson. */
export async function addAssignment(
  tx: Tx,
  { clock }: Pick<AssessmentDeps, 'clock'>,
  { lessonId, savedBy, points, criteria }: NewAssignment,
): Promise<void> {
  await tx
    .insert(assignments)
    .values({ lessonId, version: 1, points, criteria: withIds(criteria), savedBy, updatedAt: clock.now() })
}

/** Replaces the points and the rubric. Reviews keep the levels that they chose. */
export async function saveAssignment(
  { database, clock }: AssessmentDeps,
  staff: Viewer,
  { key, version, points, criteria }: AssignmentInput & { version: number } & { key: LessonKey },
): Promise<{ outcome: 'saved'; assignment: StaffAssignment } | Refusal<'not-found' | 'stale'>> {
  return database.transaction(async (tx) => {
    // The lock on the lesson makes two first saves run one after the other.
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: 'change' })
    if (lesson?.type !== 'assignment') return refused('not-found')
    const before = await findAssignment(tx, lesson.id)
    if (isStale(before, version)) return refused('stale')
    const values = {
      lessonId: lesson.id,
      version: version + 1,
      points,
      criteria: withIds(criteria),
      savedBy: staff.id,
      updatedAt: clock.now(),
    }
    const [saved] = await tx
      .insert(assignments)
      .values(values)
      .onConflictDoUpdate({ target: assignments.lessonId, set: values })
      .returning()
    if (!saved) throw new Error('The saved assignment was not returned')
    return { outcome: 'saved', assignment: present(lesson, saved) }
  })
}

/** Keeps UUIDs that are unique; every other part gets a new one. */
function withIds(criteria: readonly CriterionInput[]): Criterion[] {
  const used = new Set<string>()
  function keepId(given: string | undefined): string {
    const id = given !== undefined && isUuid(given) && !used.has(given) ? given : randomUUID()
    used.add(id)
    return id
  }
  return criteria.map(({ _id, title, levels }) => ({
    _id: keepId(_id),
    title,
    levels: levels.map((level) => ({ ...level, _id: keepId(level._id) })),
  }))
}

/** Copies the rubric of a lesson to the lesson of a copied course. */
export async function copyAssignment(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const source = await findAssignment(tx, from)
  if (source) await tx.insert(assignments).values({ ...source, lessonId: to, version: 1, updatedAt: now })
}
