import { and, eq, inArray } from 'drizzle-orm'
import { countTests } from '#contract/exercises/count-tests.ts'
import type { ExerciseInput } from '#contract/exercises/exercise.ts'
import type { ExerciseProblem } from '#contract/catalog/exercise-problems.ts'
import type { ExerciseCheck, StaffExercise } from '#contract/exercises/exercises.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import { type Queryable, type Tx, isStale } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { ExercisesDeps } from './deps.ts'
import { checkOf, presentForStaff } from './present.ts'
import { exercises, type ExerciseRow } from './tables.ts'

export async function findExercise(queryable: Queryable, lessonId: string): Promise<ExerciseRow | null> {
  const [row] = await queryable.select().from(exercises).where(eq(exercises.lessonId, lessonId))
  return row ?? null
}

/** As its staff see it; null for the lesson of another course, or of another kind. */
export async function showOwnExercise(
  { database }: Pick<ExercisesDeps, 'database'>,
  staff: Viewer,
  key: LessonKey,
): Promise<StaffExercise | null> {
  const lesson = await findOwnLesson(database.query, staff, key, 'teach')
  if (lesson?.type !== 'code') return null
  return presentForStaff(database.query, staff, lesson, await findExercise(database.query, lesson.id))
}

export type NewExercise = ExerciseInput & { lessonId: string; savedBy: string | null; checked?: ExerciseCheck }

/** The columns of an exercise that is saved: what was found of the one before says nothing about it. */
const valuesOf = ({ language, files, tests, hints, solution, solutionAfter }: ExerciseInput) => ({
  language,
  files,
  tests,
  testCount: countTests(tests, language),
  hints,
  solution,
  solutionAfter,
  solutionPasses: null,
  startFails: null,
})

/** Stores the exercise of a new lesson. */
export async function addExercise(
  tx: Tx,
  { clock }: Pick<ExercisesDeps, 'clock'>,
  { lessonId, savedBy, checked, ...input }: NewExercise,
): Promise<void> {
  const values = { ...valuesOf(input), ...checked }
  await tx.insert(exercises).values({ lessonId, version: 1, ...values, savedBy, updatedAt: clock.now() })
}

/** Replaces the exercise. Drafts and results of students stay. */
export async function saveExercise(
  { database, clock }: Pick<ExercisesDeps, 'database' | 'clock'>,
  staff: Viewer,
  { key, version, ...input }: ExerciseInput & { key: LessonKey; version: number },
): Promise<{ outcome: 'saved'; exercise: StaffExercise } | Refusal<'not-found' | 'stale'>> {
  return database.transaction(async (tx) => {
    // The lock on the lesson makes two first saves run one after the other.
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: 'change' })
    if (lesson?.type !== 'code') return refused('not-found')
    const before = await findExercise(tx, lesson.id)
    if (isStale(before, version)) return refused('stale')
    const values = {
      lessonId: lesson.id,
      version: version + 1,
      ...valuesOf(input),
      savedBy: staff.id,
      updatedAt: clock.now(),
    }
    const [saved] = await tx
      .insert(exercises)
      .values(values)
      .onConflictDoUpdate({ target: exercises.lessonId, set: values })
      .returning()
    if (!saved) throw new Error('The saved exercise was not returned')
    return { outcome: 'saved', exercise: await presentForStaff(tx, staff, lesson, saved) }
  })
}

/** Stores what running an exercise found, if it is still the version that ran. */
export async function saveCheck(
  { database }: Pick<ExercisesDeps, 'database'>,
  staff: Viewer,
  { courseId, lessonId, version, ...found }: LessonKey & ExerciseCheck & { version: number },
): Promise<{ outcome: 'saved'; exercise: StaffExercise } | Refusal<'not-found' | 'stale'>> {
  const lesson = await findOwnLesson(database.query, staff, { courseId, lessonId }, 'edit')
  if (lesson?.type !== 'code') return refused('not-found')
  const [saved] = await database.query
    .update(exercises)
    .set(found)
    .where(and(eq(exercises.lessonId, lesson.id), eq(exercises.version, version)))
    .returning()
  if (!saved) return refused('stale')
  return { outcome: 'saved', exercise: await presentForStaff(database.query, staff, lesson, saved) }
}

/** Finds the faults of the exercises of these lessons, as far as it is known. */
export async function listExerciseProblems(
  queryable: Queryable,
  lessonIds: readonly string[],
): Promise<Map<string, ExerciseProblem[]>> {
  if (lessonIds.length === 0) return new Map()
  const rows = await queryable
    .select({
      lessonId: exercises.lessonId,
      solutionPasses: exercises.solutionPasses,
      startFails: exercises.startFails,
    })
    .from(exercises)
    .where(inArray(exercises.lessonId, [...lessonIds]))
  const byId = new Map(rows.map((row) => [row.lessonId, row]))
  return new Map(lessonIds.map((id) => [id, problemsOf(byId.get(id) ?? null)]))
}

function problemsOf(row: Pick<ExerciseRow, 'solutionPasses' | 'startFails'> | null): ExerciseProblem[] {
  if (!row) return ['empty']
  const checked = checkOf(row)
  if (!checked) return ['unchecked']
  return [
    ...(checked.solutionPasses ? [] : ['solution-fails' as const]),
    ...(checked.startFails ? [] : ['start-passes' as const]),
  ]
}

/** Copies the exercise of a lesson to the lesson of a copied course. */
export async function copyExercise(tx: Tx, { from, to, now }: { from: string; to: string; now: Date }): Promise<void> {
  const source = await findExercise(tx, from)
  if (source) await tx.insert(exercises).values({ ...source, lessonId: to, version: 1, updatedAt: now })
}
