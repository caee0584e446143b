import { and, eq, sql } from 'drizzle-orm'
import type { Exercise, ExerciseCheck, StaffExercise } from '#contract/exercises/exercises.ts'
import type { LessonRow } from '#server/catalog/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { exerciseWork, type ExerciseRow, type WorkRow } from './tables.ts'

type Lesson = Pick<LessonRow, 'id' | 'title'>
type Tried = Pick<WorkRow, 'tries' | 'passedAt'>

export const ownWork = (userId: string, lessonId: string) =>
  and(eq(exerciseWork.userId, userId), eq(exerciseWork.lessonId, lessonId))

export async function findWork(queryable: Queryable, userId: string, lessonId: string): Promise<WorkRow | null> {
  const [row] = await queryable.select().from(exerciseWork).where(ownWork(userId, lessonId))
  return row ?? null
}

/** The solution, once a student passed or tried often enough. */
export function earnedSolution(exercise: ExerciseRow | null, work: Tried | null): Exercise['solution'] {
  if (!exercise || !work) return null
  const { solutionAfter } = exercise
  const isEarned = work.passedAt !== null || (solutionAfter !== null && work.tries >= solutionAfter)
  return isEarned ? exercise.solution : null
}

/** Findings of a browser of its staff since the last save; null before. */
export const checkOf = ({
  solutionPasses,
  startFails,
}: Pick<ExerciseRow, 'solutionPasses' | 'startFails'>): ExerciseCheck | null =>
  solutionPasses === null || startFails === null ? null : { solutionPasses, startFails }

const common = (lesson: Lesson, row: ExerciseRow | null, work: Tried | null) => ({
  contentId: lesson.id,
  title: lesson.title,
  language: row?.language ?? ('web' as const),
  files: row?.files ?? [],
  tests: row?.tests ?? '',
  hints: row?.hints ?? [],
  solutionAfter: row?.solutionAfter ?? null,
  version: row?.version ?? 0,
  tries: work?.tries ?? 0,
  passed: (work?.passedAt ?? null) !== null,
})

export const presentForStudent = (lesson: Lesson, row: ExerciseRow | null, work: Tried | null): Exercise => ({
  ...common(lesson, row, work),
  solution: earnedSolution(row, work),
})

export async function presentForStaff(
  queryable: Queryable,
  staff: Viewer,
  lesson: Lesson,
  row: ExerciseRow | null,
): Promise<StaffExercise> {
  const [figures] = await queryable
    .select({
      students: sql<number>`count(*) filter (where ${exerciseWork.tries} > 0)::int`,
      passed: sql<number>`count(${exerciseWork.passedAt})::int`,
      tries: sql<number>`coalesce(sum(${exerciseWork.tries}), 0)::int`,
    })
    .from(exerciseWork)
    .where(eq(exerciseWork.lessonId, lesson.id))
  return {
    ...common(lesson, row, await findWork(queryable, staff.id, lesson.id)),
    solution: row?.solution ?? [],
    checked: row && checkOf(row),
    figures: figures ?? { students: 0, passed: 0, tries: 0 },
  }
}
