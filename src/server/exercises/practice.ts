import { sql } from 'drizzle-orm'
import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import type { Exercise, ExerciseDraft, ExerciseRun, StaffExercise } from '#contract/exercises/exercises.ts'
import { findLesson, type LessonKey } from '#server/catalog/index.ts'
import { findExercise, showOwnExercise } from './edit-exercise.ts'
import type { ExercisesDeps } from './deps.ts'
import { earnedSolution, findWork, presentForStudent } from './present.ts'
import { exerciseWork } from './tables.ts'
import type { NotOpen } from '#server/learning/index.ts'
import { isForeignKeyViolation } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput } from '#server/platform/outcomes.ts'

/** Null when the viewer may work on this exercise. */
async function findObstacle({ learning }: ExercisesDeps, viewer: Viewer, key: LessonKey): Promise<NotOpen | null> {
  const study = await learning.findLessonToStudy(key, viewer)
  if (study.outcome !== 'open') return study
  return study.type === 'code' ? null : refused('not-found')
}

/** Staff of the course see the whole exercise; students see it as soon as its lesson is open to them. */
export async function showExercise(
  deps: ExercisesDeps,
  viewer: Viewer,
  key: LessonKey,
): Promise<{ outcome: 'shown'; exercise: Exercise | StaffExercise } | NotOpen> {
  const own = viewer.role === 'student' ? null : await showOwnExercise(deps, viewer, key)
  if (own) return { outcome: 'shown', exercise: own }
  const obstacle = await findObstacle(deps, viewer, key)
  if (obstacle) return obstacle
  const { query } = deps.database
  const lesson = await findLesson(query, key)
  if (!lesson) return refused('not-found')
  const exercise = presentForStudent(
    lesson,
    await findExercise(query, key.lessonId),
    await findWork(query, viewer.id, key.lessonId),
  )
  return { outcome: 'shown', exercise }
}

type Draft = { outcome: 'draft'; draft: ExerciseDraft }

export async function showDraft(deps: ExercisesDeps, viewer: Viewer, key: LessonKey): Promise<Draft | NotOpen> {
  const obstacle = await findObstacle(deps, viewer, key)
  if (obstacle) return obstacle
  const work = await findWork(deps.database.query, viewer.id, key.lessonId)
  return { outcome: 'draft', draft: { files: work?.draft ?? null, seq: work?.seq ?? 0 } }
}

/** Stores a draft unless a later one is stored. Of two with one number the later typing wins, which is the one that comes later. */
export async function saveDraft(
  deps: ExercisesDeps,
  viewer: Viewer,
  { key, files, seq }: { key: LessonKey; files: CodeFile[]; seq: number },
): Promise<Draft | NotOpen> {
  const obstacle = await findObstacle(deps, viewer, key)
  if (obstacle) return obstacle
  return ifStillThere(async () => {
    const now = deps.clock.now()
    const [saved] = await deps.database.query
      .insert(exerciseWork)
      .values({ userId: viewer.id, ...key, draft: files, seq, updatedAt: now })
      .onConflictDoUpdate({
        target: [exerciseWork.userId, exerciseWork.lessonId],
        set: { draft: files, seq, updatedAt: now },
        setWhere: sql`${exerciseWork.seq} <= ${seq}`,
      })
      .returning({ files: exerciseWork.draft, seq: exerciseWork.seq })
    if (saved) return { outcome: 'draft', draft: saved }
    const work = await findWork(deps.database.query, viewer.id, key.lessonId)
    return { outcome: 'draft', draft: { files: work?.draft ?? null, seq: work?.seq ?? 0 } }
  })
}

type Run = { files: CodeFile[]; passed: number; total: number }

/** Counts a try; a run in which all tests passed completes the lesson. */
export async function addRun(
  deps: ExercisesDeps,
  viewer: Viewer,
  { key, files, passed, total }: Run & { key: LessonKey },
): Promise<{ outcome: 'run'; run: ExerciseRun } | NotOpen | InvalidInput> {
  const obstacle = await findObstacle(deps, viewer, key)
  if (obstacle) return obstacle
  return ifStillThere(() =>
    deps.database.transaction(async (tx) => {
      const exercise = await findExercise(tx, key.lessonId)
      if (total !== exercise?.testCount)
        return invalidInput({ total: 'Tes latihan ini sudah berubah. Muat ulang halaman, lalu jalankan lagi.' })
      if (passed > total) return invalidInput({ passed: 'Jumlah tes yang lulus melebihi jumlah tes.' })
      const now = deps.clock.now()
      const isPassed = passed === total
      const passing = isPassed ? { passedAt: now, passedFiles: files } : {}
      const [work] = await tx
        .insert(exerciseWork)
        .values({ userId: viewer.id, ...key, tries: 1, best: passed, ...passing, updatedAt: now })
        .onConflictDoUpdate({
          target: [exerciseWork.userId, exerciseWork.lessonId],
          set: {
            tries: sql`least(${exerciseWork.tries} + 1, 1000000)`,
            best: sql`greatest(${exerciseWork.best}, ${passed})`,
            ...(isPassed
              ? {
                  passedAt: sql`coalesce(${exerciseWork.passedAt}, ${now.toISOString()}::timestamptz)`,
                  passedFiles: files,
                }
              : {}),
            updatedAt: now,
          },
        })
        .returning()
      if (!work) throw new Error('The stored run was not returned')
      if (isPassed) await deps.learning.completeByResult(tx, { userId: viewer.id, ...key })
      return {
        outcome: 'run' as const,
        run: { tries: work.tries, passed: work.passedAt !== null, solution: earnedSolution(exercise, work) },
      }
    }),
  )
}

/** Answers like a lesson that does not exist when it, or the enrolment, is deleted meanwhile. */
const ifStillThere = <Result>(store: () => Promise<Result>): Promise<Result | { outcome: 'not-found' }> =>
  store().catch((error: unknown) => {
    if (isForeignKeyViolation(error)) return refused('not-found')
    throw error
  })
