import { eq } from 'drizzle-orm'
import { countTests } from '#contract/exercises/count-tests.ts'
import type { ExerciseInput } from '#contract/exercises/exercise.ts'
import type { StaffExercise } from '#contract/exercises/exercises.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { ExercisesDeps } from './deps.ts'
import { presentForStaff } from './present.ts'
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

export type NewExercise = ExerciseInput & { lessonId: string; savedBy: string | null }

/** The columns of an exercise that is saved. */
const valuesOf = ({ language, files, tests, hints, solution, solutionAfter }: ExerciseInput) => ({
  language,
  files,
  tests,
  testCount: countTests(tests, language),
  hints,
  solution,
  solutionAfter,
})

/** Stores the exercise of a new lesson. */
export async function addExercise(
  tx: Tx,
  { clock }: Pick<ExercisesDeps, 'clock'>,
  { lessonId, savedBy, ...input }: NewExercise,
): Promise<void> {
  await tx.insert(exercises).values({ lessonId, version: 1, ...valuesOf(input), savedBy, updatedAt: clock.now() })
}

/** Replaces the exercise. Drafts and results of students stay. */
export async function saveExercise(
  { database, clock }: Pick<ExercisesDeps, 'database' | 'clock'>,
  staff: Viewer,
  key: LessonKey,
  { version, ...input }: ExerciseInput & { version: number },
): Promise<{ outcome: 'saved'; exercise: StaffExercise } | Refusal<'not-found' | 'stale'>> {
  return database.transaction(async (tx) => {
    // The lock on the lesson makes two first saves run one after the other.
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: 'change' })
    if (lesson?.type !== 'code') return refused('not-found')
    const before = await findExercise(tx, lesson.id)
    if (version !== (before?.version ?? 0)) return refused('stale')
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

/** Copies the exercise of a lesson to the lesson of a copied course. */
export async function copyExercise(tx: Tx, { from, to, now }: { from: string; to: string; now: Date }): Promise<void> {
  const source = await findExercise(tx, from)
  if (source) await tx.insert(exercises).values({ ...source, lessonId: to, version: 1, updatedAt: now })
}
